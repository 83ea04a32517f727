import { useMemo } from 'react';

import { overdueFee } from '../fees.js';
import { daysOverdue, type Loan } from '../loans.js';

interface LoanListProps {
  loans: readonly Loan[];
  now: Date;
  onRenew(loan: Loan): void;
}

/** The loans of a reader, those that are overdue first. */
export function LoanList({ loans, now, onRenew }: LoanListProps) {
  const sorted = useMemo(
    () => [...loans].sort((left, right) => daysOverdue(right, now) - daysOverdue(left, now)),
    [loans, now],
  );
  return (
    <ul className="loans">
      {sorted.map((loan) => (
        <LoanRow key={loan.book.shelfMark} loan={loan} fee={overdueFee(loan, now)} onRenew={onRenew} />
      ))}
    </ul>
  );
}

const LoanRow = ({ loan, fee, onRenew }: { loan: Loan; fee: number; onRenew(loan: Loan): void }) => (
  <li>
    <strong>{loan.book.title}</strong> until {loan.dueAt.toDateString()}
    {fee > 0 && <em> {(fee / 100).toFixed(2)} due</em>}
    <button onClick={() => onRenew(loan)}>Renew</button>
  </li>
);
