export enum Mood {
  Calm,
  Busy,
}

export namespace Mood {
  export function inWords(mood: Mood): string {
    return Words.of(Mood[mood]);
  }
}

export namespace Words {
  export const of = (word: string): string => upper(word);
  function upper(word: string): string {
    return word.toUpperCase();
  }
}

export function html(parts: TemplateStringsArray, ...values: unknown[]): string {
  return parts.join(String(values));
}

export function remembered(target: object, key: string): void {}

export function named(name: string) {
  return (target: object, key: string): void => {};
}

export class Sign {
  @remembered
  first(): string {
    return html`<b>${Mood.inWords(Mood.Busy)}</b>`;
  }

  @named('second')
  second(): string {
    return this.first();
  }
}

export function parse(text: string): number;
export function parse(text: number): string;
export function parse(text: string | number): string | number {
  return text;
}

export const parsed = [parse('1'), parse(1)];
