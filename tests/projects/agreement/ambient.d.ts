/// <reference types="node" />
declare function host(): void;
declare function host(a: string): number;
export declare const v: number, w: string;
declare let l: { a: string };
export interface Options { deep?: { nested: string } }
declare class Ext { private constructor(); go(): void; static s: string; readonly r: number }
export as namespace Global;
export = Ext;
