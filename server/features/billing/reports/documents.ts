import type { AgedTenant, Collection, LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { pesos } from '../../../platform/pdf/document.ts'
import { tablePdf } from '../../../platform/pdf/table.ts'
import type { TableColumn } from '../../../platform/pdf/table.ts'

/** A report with the community that it is of and the moment that it was made. */
export interface ReportHead {
  readonly author: string
  readonly at: Date
  readonly lines: readonly string[]
}

const amount = (label: string): TableColumn => ({ label, share: 1.1, right: true })
const figure = (value: number): string => (value === 0 ? '–' : pesos(value))
const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, one) => total + Math.round(one * 100), 0) / 100

/** The ageing as a PDF, the largest debts first, with totals. */
export function ageingPdf(head: ReportHead, tenants: readonly AgedTenant[]): Promise<Buffer> {
  const keys = ['current', 'days30', 'days60', 'days90', 'over90', 'credit'] as const
  const rows = tenants
    .map((tenant) => {
      const left = sum(keys.map((key) => (key === 'credit' ? -tenant[key] : tenant[key])))
      return { ...tenant, left }
    })
    .filter(({ left, credit }) => left !== 0 || credit !== 0)
    .toSorted((one, other) => other.left - one.left)
  const totals = [...keys, 'left' as const].map((key) => figure(sum(rows.map((row) => row[key]))))
  return tablePdf({
    ...head,
    title: 'Ageing',
    columns: [
      { label: 'Client code', share: 1 },
      { label: 'Name', share: 2.2 },
      ...['Current', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days', 'Credit', 'Left to pay'].map(
        amount,
      ),
    ],
    rows: rows.map((row) => [
      row.clientCode,
      row.uoccname,
      ...keys.map((key) => figure(row[key])),
      figure(row.left),
    ]),
    totals: [['Total', '', ...totals]],
  })
}

/** The ledger of a tenant as a PDF, the oldest entry first. */
export function ledgerPdf(
  head: ReportHead,
  entries: readonly Pick<LedgerEntry, 'date' | 'kind' | 'label' | 'reference' | 'amount' | 'balance'>[],
): Promise<Buffer> {
  return tablePdf({
    ...head,
    title: 'Account ledger',
    columns: [
      { label: 'Date', share: 0.8 },
      { label: 'Entry', share: 1.3 },
      { label: 'Label', share: 1.6 },
      { label: 'Reference', share: 1.6 },
      amount('Amount'),
      amount('Balance'),
    ],
    rows: entries.map(({ date, kind, label, reference, amount: value, balance }) => [
      date,
      LEDGER_KINDS[kind],
      label,
      reference,
      pesos(value),
      pesos(balance),
    ]),
  })
}

const collectedCells = (rows: readonly Collection[]): string[] => [
  ...PAYMENT_TYPES.map(({ type }) =>
    figure(sum(rows.filter((row) => row.type === type).map(({ posted }) => posted))),
  ),
  figure(-sum(rows.map(({ reversed }) => reversed))),
  figure(sum(rows.map(({ posted, reversed }) => posted - reversed))),
]

/** Collections by day and way of paying as a PDF, with totals. */
export function collectionsPdf(head: ReportHead, collections: readonly Collection[]): Promise<Buffer> {
  const days = [...new Set(collections.map(({ day }) => day))]
  return tablePdf({
    ...head,
    title: 'Collections',
    columns: [
      { label: 'Day', share: 0.9 },
      ...PAYMENT_TYPES.map(({ label }) => amount(label)),
      amount('Reversed'),
      amount('Total'),
    ],
    rows: days.map((day) => [day, ...collectedCells(collections.filter((row) => row.day === day))]),
    totals: [['Total', ...collectedCells(collections)]],
  })
}
