import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'

/** Returns the entries of a ledger as a CSV file, amounts with two decimals. */
export const ledgerCsv = (entries: readonly LedgerEntry[]): string =>
  recordsCsv(entries, {
    date: (entry) => entry.date,
    entry: (entry) => LEDGER_KINDS[entry.kind],
    label: (entry) => entry.label,
    reference: (entry) => entry.reference,
    amount: (entry) => entry.amount.toFixed(2),
    balance: (entry) => entry.balance.toFixed(2),
    remarks: (entry) => entry.remarks,
    by: (entry) => entry.by,
    dueDate: (entry) => entry.dueDate,
  })
