import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { describeEntry } from '@tahanan/contract/billing/ledger.ts'
import { csvAmount, recordsCsv } from '@tahanan/contract/csv.ts'

export const ledgerCsv = (entries: readonly LedgerEntry[]): string =>
  recordsCsv(entries, {
    date: (entry) => ({ plain: entry.date }),
    entry: (entry) => describeEntry(entry).name,
    label: (entry) => describeEntry(entry).label,
    reference: (entry) => entry.reference,
    amount: (entry) => csvAmount(entry.amount),
    balance: (entry) => csvAmount(entry.balance),
    remarks: (entry) => entry.remarks,
    by: (entry) => entry.by,
    dueDate: (entry) => ({ plain: entry.dueDate ?? '' }),
  })
