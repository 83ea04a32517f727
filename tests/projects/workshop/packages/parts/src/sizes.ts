export function inMillimetres(size: number): string {
  return `${size} mm`;
}

export const inInches = (size: number): string => `${size / 25.4} in`;
