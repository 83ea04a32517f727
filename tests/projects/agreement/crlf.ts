import { a } from "./a";

/**
 * Doc.
 */
export function f() {
  // inner
  return `x
  y`;
}
// last
export class C {
  run() {}
}