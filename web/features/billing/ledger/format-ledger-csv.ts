import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { describeLedgerEntry } from '@tahanan/contract/billing/ledger.ts'
import { toCsvAmount, formatRowsCsv } from '@tahanan/contract/csv.ts'

export const formatLedgerCsv = (entries: readonly LedgerEntry[]): string =>
  formatRowsCsv(entries, {
    date: (entry) => ({ plain: entry.date }),
    entry: (entry) => describeLedgerEntry(entry).name,
    label: (entry) => describeLedgerEntry(entry).label,
    reference: (entry) => entry.reference,
    amount: (entry) => toCsvAmount(entry.amount),
    balance: (entry) => toCsvAmount(entry.balance),
    remarks: (entry) => entry.remarks,
    by: (entry) => entry.by,
    dueDate: (entry) => ({ plain: entry.dueDate ?? '' }),
  })
