/** What can be lent. */
export interface Tool {
  readonly name: string;
  use(hours: number): Wear;
  rest?(): void;
}

/** A tool with a motor. */
export interface PoweredTool extends Tool {
  plugIn(): this;
}

export interface Shelf<T> {
  put(item: T): void;
  take(name: string): T | undefined;
  all(): T[];
}

export type Wear = {
  hours: number;
  describe(): string;
};

export type Repair = (tool: Tool) => Promise<Tool>;
