// The package `react`, as far as values of other types pass through it. Every type that is named and not declared here is unknown.

declare namespace React {
  interface RefObject<T> { current: T; }
  interface MutableRefObject<T> { current: T; }
  type RefCallback<T> = (instance: T | null) => any;
  type Ref<T> = RefCallback<T> | RefObject<T | null> | null;
  type ForwardedRef<T> = ((instance: T | null) => void) | MutableRefObject<T | null> | null;
  type LegacyRef<T> = Ref<T>;
  type Dispatch<A> = (value: A) => void;
  type DispatchWithoutAction = () => void;
  type SetStateAction<S> = S | ((before: S) => S);
  type Reducer<S, A> = (before: S, action: A) => S;
  type PropsWithChildren<P = unknown> = P & { children?: ReactNode };
  type PropsWithRef<P> = P;
  type PropsWithoutRef<P> = P;
  type ComponentType<P = {}> = ComponentClass<P> | FunctionComponent<P>;
  interface Attributes { key?: any; }
  interface RefAttributes<T> extends Attributes { ref?: Ref<T>; }
  interface FunctionComponent<P = {}> { (props: P, context?: any): ReactNode; displayName?: string; defaultProps?: Partial<P>; propTypes?: any; }
  interface FC<P = {}> extends FunctionComponent<P> { (props: P, context?: any): ReactNode; }
  interface VoidFunctionComponent<P = {}> { (props: P, context?: any): ReactNode; displayName?: string; defaultProps?: Partial<P>; }
  interface VFC<P = {}> extends VoidFunctionComponent<P> { (props: P, context?: any): ReactNode; }
  interface ComponentClass<P = {}, S = any> { new (props: P, context?: any): Component<P, S>; displayName?: string; defaultProps?: Partial<P>; }
  interface ExoticComponent<P = {}> { (props: P): ReactNode; readonly $$typeof: symbol; }
  interface NamedExoticComponent<P = {}> extends ExoticComponent<P> { (props: P): ReactNode; displayName?: string; }
  interface ForwardRefExoticComponent<P> extends NamedExoticComponent<P> { (props: P): ReactNode; defaultProps?: Partial<P>; }
  interface ForwardRefRenderFunction<T, P = {}> { (props: P, ref: ForwardedRef<T>): ReactNode; displayName?: string; }
  interface ProviderProps<T> { value: T; children?: ReactNode; }
  interface ConsumerProps<T> { children: (value: T) => ReactNode; }
  interface Provider<T> { (props: ProviderProps<T>): ReactNode; displayName?: string; }
  interface Consumer<T> { (props: ConsumerProps<T>): ReactNode; displayName?: string; }
  interface Context<T> { Provider: Provider<T>; Consumer: Consumer<T>; displayName?: string; }
  class Component<P = {}, S = {}, N = any> extends Outside {
    constructor(props: P, context?: any);
    readonly props: Readonly<P>;
    state: Readonly<S>;
    setState(state: S | ((before: Readonly<S>, props: Readonly<P>) => S | null) | null, done?: () => void): void;
    forceUpdate(done?: () => void): void;
    render(): ReactNode;
  }
  class PureComponent<P = {}, S = {}, N = any> extends Component<P, S, N> {}

  function createContext<T>(value: T): Context<T>;
  function useContext<T>(context: Context<T>): T;
  function use<T>(usable: PromiseLike<T> | Context<T>): T;
  function useState<S>(first: S | (() => S)): [S, Dispatch<SetStateAction<S>>];
  function useState<S = undefined>(): [S | undefined, Dispatch<SetStateAction<S | undefined>>];
  function useReducer<S, A>(reducer: (before: S, action: A) => S, first: any, start?: any): [S, Dispatch<A>];
  function useRef<T = undefined>(first?: T | null): MutableRefObject<T>;
  function createRef<T>(): RefObject<T>;
  function useMemo<T>(make: () => T, on?: any): T;
  function useCallback<T>(f: T, on?: any): T;
  function useEffect(f: () => any, on?: any): void;
  function useLayoutEffect(f: () => any, on?: any): void;
  function useInsertionEffect(f: () => any, on?: any): void;
  function useImperativeHandle<T, R extends T>(ref: Ref<T> | undefined, make: () => R, on?: any): void;
  function useSyncExternalStore<T>(subscribe: (changed: () => void) => () => void, get: () => T, server?: () => T): T;
  function useDeferredValue<T>(value: T, first?: T): T;
  function useTransition(): [boolean, (f: () => any) => void];
  function useId(): string;
  function useDebugValue<T>(value: T, format?: (value: T) => any): void;
  function useEffectEvent<T>(f: T): T;
  function startTransition(f: () => any): void;
  function forwardRef<T, P = {}>(render: (props: P, ref: ForwardedRef<T>) => any): ForwardRefExoticComponent<P & RefAttributes<T>>;
  function memo<T>(component: T, equal?: (before: any, after: any) => boolean): T;
  function lazy<T>(load: () => Promise<{ default: T }>): T;
  function createElement(...args: any[]): ReactElement;
  function cloneElement(...args: any[]): ReactElement;
  function isValidElement(value: any): boolean;
}

export default React;
