/** A book, by its number on the shelf. */
export interface Book {
  readonly shelfMark: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** What a lost copy costs, in cents. */
  readonly priceCents: number;
}

/** Thrown when a shelf mark names no book. */
export class UnknownBookError extends Error {
  constructor(readonly shelfMark: string) {
    super(`no book stands at ${shelfMark}`);
  }
}

/** Every book that the library owns. */
export class Catalogue {
  readonly #books = new Map<string, Book>();

  /** Adds a book, or replaces the one that stood at its shelf mark. */
  add(book: Book): void {
    this.#books.set(book.shelfMark, book);
  }

  /** The book at `shelfMark`; throws when there is none. */
  find(shelfMark: string): Book {
    const book = this.#books.get(shelfMark);
    if (book === undefined) {
      throw new UnknownBookError(shelfMark);
    }
    return book;
  }

  /** Books whose title or authors contain `text`, by title. */
  search(text: string): Book[] {
    const wanted = text.toLowerCase();
    return [...this.#books.values()]
      .filter((book) => [book.title, ...book.authors].some((name) => name.toLowerCase().includes(wanted)))
      .sort((left, right) => left.title.localeCompare(right.title));
  }

  get size(): number {
    return this.#books.size;
  }
}
