import type { Shelf, Tool } from './ports';

export class ListShelf<T extends { name: string }> implements Shelf<T> {
  protected items: T[] = [];

  put(item: T): void {
    this.items.push(item);
  }

  take(name: string): T | undefined {
    return this.items.find((item) => item.name === name);
  }

  all(): T[] {
    return this.items;
  }

  map<R>(change: (item: T) => R): R[] {
    return this.items.map(change);
  }
}

export class ToolShelf extends ListShelf<Tool> {
  override put(item: Tool): void {
    item.rest?.();
    super.put(item);
  }
}

export function shelfOf<T extends { name: string }>(...items: T[]): ListShelf<T> {
  const shelf = new ListShelf<T>();
  items.forEach((item) => shelf.put(item));
  return shelf;
}

export const firstOf = <T>(shelf: Shelf<T>): T => shelf.all()[0];
