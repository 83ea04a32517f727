const ünïcode = 1, $dollar = 2, _under = 3;
const \u0061scii = 4;
const object = { 'it\'s': 1, "tab\t": 2, 0x10: 3, 1e3: 4, 10n: 5 };
export { ünïcode as 'späce name' };
class Keyword { delete() {} new() {} get get() { return 1 } set set(v) {} static() {} constructor2() {} 'constructor'() {} }
interface Words { type: string; of: number; async(): void; get(): string; set(v: string): void; new: number; static?: boolean }
const of = 1, async = 2, type = 3, get = () => async;
declare const 日本語: string;
function \u{62}raced() {}
