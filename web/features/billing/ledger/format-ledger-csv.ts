import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { describeEntry } from '@tahanan/contract/billing/ledger.ts'
import { toCsvAmount, formatRecordsCsv } from '@tahanan/contract/csv.ts'

export const formatLedgerCsv = (entries: readonly LedgerEntry[]): string =>
  formatRecordsCsv(entries, {
    date: (entry) => ({ plain: entry.date }),
    entry: (entry) => describeEntry(entry).name,
    label: (entry) => describeEntry(entry).label,
    reference: (entry) => entry.reference,
    amount: (entry) => toCsvAmount(entry.amount),
    balance: (entry) => toCsvAmount(entry.balance),
    remarks: (entry) => entry.remarks,
    by: (entry) => entry.by,
    dueDate: (entry) => ({ plain: entry.dueDate ?? '' }),
  })
