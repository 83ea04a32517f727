namespace Outer.Middle {
  /** Doc of run. */
  export function run() {}
  export namespace Inner {
    export const value = 1;
    class Hidden {
      go() {}
    }
  }
  import Alias = Outer.Thing;
  export { run as start };
}
export namespace Exported {}
declare module 'external' {
  import { X } from './x';
  export const value: X;
  export default value;
  function implicit(): void;
}
declare module '*.css';
declare module "untyped";
declare global {
  interface Window {
    mine: string;
  }
  var globalValue: number;
}
module Old {
  const a = 1;
}
declare namespace Ambient {
  let x: number;
  function f(): void;
  function f(a: string): void;
}
export declare namespace Both.Deep {
  type T = string;
}
namespace Merged {}
namespace Merged { export enum E { A } };
