import type { Book } from './catalogue.js';

const LOAN_DAYS = 21;
const MOST_RENEWALS = 2;
const DAY = 24 * 60 * 60 * 1000;

export type LoanState = 'lent' | 'returned' | 'lost';

export interface Loan {
  readonly book: Book;
  readonly reader: string;
  readonly dueAt: Date;
  readonly renewals: number;
  readonly state: LoanState;
}

/** Lends `book` to `reader` from `now` on. */
export function lend(book: Book, reader: string, now: Date): Loan {
  return { book, reader, dueAt: nextOpenDay(addDays(now, LOAN_DAYS)), renewals: 0, state: 'lent' };
}

/**
 * Extends a loan by another period.
 *
 * A loan cannot be renewed while someone waits for the book, nor more than twice.
 */
export function renewLoan(loan: Loan, waiting: readonly string[]): Loan {
  if (waiting.length > 0) {
    throw new Error(`${waiting[0]} is waiting for ${loan.book.title}`);
  }
  if (loan.renewals >= MOST_RENEWALS) {
    throw new Error('a loan is renewed at most twice');
  }
  return { ...loan, dueAt: nextOpenDay(addDays(loan.dueAt, LOAN_DAYS)), renewals: loan.renewals + 1 };
}

/** How many days a loan is overdue, 0 when it is not. */
export const daysOverdue = (loan: Loan, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - loan.dueAt.getTime()) / DAY));

/** The library is closed on Sundays and Mondays. */
function nextOpenDay(day: Date): Date {
  let open = day;
  while (open.getDay() <= 1) {
    open = addDays(open, 1);
  }
  return open;
}

function addDays(day: Date, count: number): Date {
  return new Date(day.getTime() + count * DAY);
}
