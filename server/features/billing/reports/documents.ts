import type {
  AgedTenant,
  CheckedStatement,
  Collection,
  LedgerEntry,
  WithholdingCertificate,
} from '@tahanan/contract/billing/answers.ts'
import type { BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import { PAYMENT_TYPES, paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'
import { numberState } from '@tahanan/contract/billing/series.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { pesos, sumOf } from '@tahanan/contract/money.ts'
import type { Static } from 'typebox'
import { tablePdf, tablesPdf } from '../../../platform/pdf/table.ts'
import type { TableColumn } from '../../../platform/pdf/table.ts'

/** A report with the community that it is of and the moment that it was made. */
export interface ReportHead {
  readonly author: string
  readonly at: Date
  readonly lines: readonly string[]
}

const amount = (label: string): TableColumn => ({ label, share: 1.1, right: true })
const figure = (value: number): string => (value === 0 ? '–' : pesos(value))

/** The ageing as a PDF, the largest debts first, with totals. */
export function ageingPdf(head: ReportHead, tenants: readonly AgedTenant[]): Promise<Buffer> {
  const keys = ['current', 'days30', 'days60', 'days90', 'over90', 'credit'] as const
  const rows = tenants
    .map((tenant) => {
      const left = sumOf(keys.map((key) => (key === 'credit' ? -tenant[key] : tenant[key])))
      return { ...tenant, left }
    })
    .filter(({ left, credit }) => left !== 0 || credit !== 0)
    .toSorted((one, other) => other.left - one.left)
  const totals = [...keys, 'left' as const].map((key) => figure(sumOf(rows.map((row) => row[key]))))
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

/** Statements beside what the office posted as a PDF, by client code, with totals. */
export function statementCheckPdf(
  head: ReportHead,
  statements: readonly CheckedStatement[],
): Promise<Buffer> {
  const keys = ['before', 'posted', 'charged', 'added', 'soaAmount', 'notHeld'] as const
  return tablePdf({
    ...head,
    title: 'Statement check',
    columns: [
      { label: 'Client code', share: 0.8 },
      { label: 'Name', share: 1.8 },
      { label: 'Statement', share: 0.8 },
      ...['Before', 'Posted', 'Charged', 'New', 'SOA amount', 'Not in it'].map(amount),
    ],
    rows: statements.map((row) => [
      row.clientCode,
      row.uoccname,
      row.date,
      ...keys.map((key) => figure(row[key])),
    ]),
    totals: [['Total', '', '', ...keys.map((key) => figure(sumOf(statements.map((row) => row[key]))))]],
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
    figure(sumOf(rows.filter((row) => row.type === type).map(({ posted }) => posted))),
  ),
  figure(-sumOf(rows.map(({ reversed }) => reversed))),
  figure(sumOf(rows.map(({ posted, reversed }) => posted - reversed))),
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

/** The register of a series as a PDF, the first number first; the total leaves void ones out. */
export function registerPdf(
  head: ReportHead,
  numbers: readonly Static<typeof IssuedNumber>[],
  timeZone: string,
): Promise<Buffer> {
  const valid = numbers.filter(({ voided }) => !voided)
  const total = pesos(sumOf(valid.map(({ amount: value }) => value ?? 0)))
  return tablePdf({
    ...head,
    title: 'Register',
    columns: [
      { label: 'Number', share: 1.1 },
      { label: 'Date', share: 0.7 },
      { label: 'Client code', share: 0.8 },
      { label: 'Name', share: 1.5 },
      { label: 'For', share: 1.5 },
      { label: 'Amount', share: 0.9, right: true },
      { label: 'State', share: 3 },
    ],
    rows: numbers.map((row) => [
      row.number,
      formatDay(row.at, timeZone),
      row.tenant?.clientCode ?? '',
      row.tenant?.uoccname ?? '',
      row.about,
      row.amount === null ? '' : pesos(row.amount),
      `${numberState(row)} ${row.voided?.remarks ?? ''}`,
    ]),
    totals: [
      ['Total', '', '', '', `${valid.length} not void`, total, `${numbers.length - valid.length} void`],
    ],
  })
}

/** Date, amount, reference, whose, by. */
type UnmatchedRow = [string, number, string, string, string]
const part = (heading: string, [whose, by]: [string, string], rows: readonly UnmatchedRow[]) => ({
  heading: `${heading}: ${rows.length}`,
  columns: [
    { label: 'Date', share: 0.7 },
    amount('Amount'),
    { label: 'Reference', share: 2 },
    { label: whose, share: 2.6 },
    { label: by, share: 1.2 },
  ],
  rows: rows.map(([date, value, ...cells]) => [date, pesos(value), ...cells]),
  totals: [['Total', pesos(sumOf(rows.map(([, value]) => value)))]],
})

/** What bank matching left over as a PDF: lines without a payment, then payments without a line. */
export function unmatchedPdf(head: ReportHead, { lines, payments }: BankUnmatched): Promise<Buffer> {
  return tablesPdf({ ...head, title: 'Unmatched' }, [
    part(
      'Lines without a payment',
      ['Description', 'Account'],
      lines.map((line) => [line.date, line.amount, line.reference, line.description, line.account]),
    ),
    part(
      'Posted payments without a line',
      ['Client', 'Type'],
      payments.map((row) => [
        row.date,
        row.amount,
        `${row.referenceNumber} ${row.reference}`,
        `${row.clientCode} ${row.uoccname}`,
        paymentTypeInfo(row.type).label,
      ]),
    ),
  ])
}

/** Certificates of tax withheld that are missing as a PDF, the longest posted first. */
export function certificatesPdf(
  head: ReportHead,
  rows: readonly Omit<Static<typeof WithholdingCertificate>, 'certificate'>[],
  timeZone: string,
): Promise<Buffer> {
  return tablePdf({
    ...head,
    title: 'Certificates missing',
    columns: [
      { label: 'Payment', share: 1.1 },
      { label: 'Client code', share: 0.9 },
      { label: 'Name', share: 2.2 },
      amount('Tax withheld'),
      { label: 'Tax code', share: 0.7 },
      { label: 'Period', share: 1.5 },
      { label: 'Posted', share: 0.8 },
      { label: 'Days', share: 0.5, right: true },
    ],
    rows: rows.map((row) => [
      row.referenceNumber,
      row.clientCode,
      row.uoccname,
      pesos(row.amount),
      row.taxCode,
      `${row.periodFrom} to ${row.periodTo}`,
      row.postedDate ? formatDay(row.postedDate, timeZone) : '',
      String(row.days),
    ]),
    totals: [['Total', '', '', pesos(sumOf(rows.map(({ amount: value }) => value)))]],
  })
}
