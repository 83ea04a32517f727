type Listener<T> = (event: T) => void;

export class Bell<Events extends Record<string, unknown>> {
  private listeners = new Map<keyof Events, Listener<any>[]>();

  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const known = this.listeners.get(name) ?? [];
    this.listeners.set(name, [...known, listener]);
    return () => this.off(name);
  }

  off(name: keyof Events): void {
    this.listeners.delete(name);
  }

  ring<K extends keyof Events>(name: K, event: Events[K]): void {
    this.listeners.get(name)?.forEach((listener) => listener(event));
  }
}
