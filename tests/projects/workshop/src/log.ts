export default function log(text: string): void {
  sink(text);
}

export function warn(text: string): void {
  sink(`! ${text}`);
}

function sink(text: string): void {
  lines.push(text);
}

const lines: string[] = [];

export const note = warn;
export const shout = note;
