import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { entryWords } from '@tahanan/contract/billing/ledger.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'

/** Returns a ledger's entries as a CSV file, amounts with two decimals. */
export const ledgerCsv = (entries: readonly LedgerEntry[]): string =>
  recordsCsv(entries, {
    date: (entry) => entry.date,
    entry: (entry) => entryWords(entry).name,
    label: (entry) => entryWords(entry).label,
    reference: (entry) => entry.reference,
    amount: (entry) => entry.amount.toFixed(2),
    balance: (entry) => entry.balance.toFixed(2),
    remarks: (entry) => entry.remarks,
    by: (entry) => entry.by,
    dueDate: (entry) => entry.dueDate,
  })
