/** Doc of Base. */
abstract class Base<T> {
  abstract area(): number;
  abstract readonly name: string;
  protected abstract get size(): number;
  protected constructor(
    private readonly first: T,
    public second = 2,
    readonly third?: string,
    plain?: number,
    /** Doc of the fourth. */ protected override fourth: string = 'x',
  ) {}
  run?(): void;
}

@Decorate({ a: 1 })
@second
export class Widget extends Base<string> implements A, B<C> {
  static #count = 0;
  /** Doc of field. */
  @Input() private field: Map<string, number> = new Map();
  @Output()
  public readonly changed = new EventEmitter<void>();
  declare hidden: string;
  optional?: () => void;
  handle = (event: Event): void => {};
  static create = function (): Widget {
    return new Widget();
  };
  bound = (this.run as any)!;
  wrapped = (() => {}) as () => void;
  'quoted name' = 1;
  42 = 2;
  ['literal'] = 3;
  [Symbol.iterator]() {
    return this;
  }
  [computed()]() {}
  [key: string]: any;
  static {
    Widget.#count++;
  }
  get value(): number {
    return 1;
  }
  set value(next: number) {}
  static get shared() {
    return 1;
  }
  static async *all(): AsyncGenerator<number> {}
  async load() {}
  *items() {}
  #secret() {}
  private over(a: string): void;
  private over(a: number): void;
  private over(a: any): void {}
  @HostListener('click', ['$event'])
  onClick(event: Event) {}
  @a @b get decorated() {
    return 1;
  }
  accessor tracked = 1;
  static accessor shared2 = 2;
  constructor(@Inject(TOKEN) private readonly injected: Injected, @Optional() other?: Other) {
    super('x');
  }
  // a comment at the end
}
export @late class Late {}
@early export class Early {}
export default abstract class Shape {}
const Anonymous = class {
  run() {}
};
const Named = class Inner extends Base<string> {
  area = () => 1;
};
export const Mixin = <T extends Constructor>(Base: T) => class extends Base {};
export declare class Ambient {
  go(): void;
  static make(): Ambient;
  constructor(private a: string);
}
class Empty {};
class Generic<in out T, const U> {
  get; set; static; async; readonly = 1; declare = 2;
  static async = 3;
  static static = 4;
}
