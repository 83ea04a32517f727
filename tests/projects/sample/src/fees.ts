import { daysOverdue, type Loan } from './loans.js';

const CENTS_A_DAY = 20;

/** What a reader owes for keeping a book too long, in cents: never more than the book costs. */
export function overdueFee(loan: Loan, now: Date): number {
  if (loan.state === 'lost') {
    return loan.book.priceCents;
  }
  return Math.min(daysOverdue(loan, now) * CENTS_A_DAY, loan.book.priceCents);
}

/** The sum of all fees of one reader. */
export function feesOf(reader: string, loans: readonly Loan[], now: Date): number {
  return loans
    .filter((loan) => loan.reader === reader)
    .reduce((sum, loan) => sum + overdueFee(loan, now), 0);
}
