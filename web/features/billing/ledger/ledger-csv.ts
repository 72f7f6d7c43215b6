import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import { toCsv } from '@tahanan/contract/csv.ts'

/** Returns the entries of a ledger as a CSV file, amounts with two decimals. */
export function ledgerCsv(entries: readonly LedgerEntry[]): string {
  return toCsv(
    ['date', 'entry', 'label', 'reference', 'amount', 'balance', 'remarks', 'by', 'dueDate'],
    entries.map(({ date, kind, label, reference, amount, balance, remarks, by, dueDate }) => [
      date,
      LEDGER_KINDS[kind],
      label,
      reference,
      amount.toFixed(2),
      balance.toFixed(2),
      remarks,
      by,
      dueDate,
    ]),
  )
}
