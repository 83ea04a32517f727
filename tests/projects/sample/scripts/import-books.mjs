import { readFile } from 'node:fs/promises';

/** Reads lines of `shelf mark;title;authors;price in cents`; empty lines and comments are passed over. */
export async function readBooks(path) {
  const text = await readFile(path, 'utf8');
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(parseBook);
}

function parseBook(line) {
  const [shelfMark, title, authors, price] = line.split(';').map((field) => field.trim());
  return { shelfMark, title, authors: authors.split(',').map((name) => name.trim()), priceCents: Number(price) };
}

if (process.argv[2] !== undefined) {
  console.log(await readBooks(process.argv[2]));
}
