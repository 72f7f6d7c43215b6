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
import {
  AGES,
  CHECKED,
  agedRows,
  collectedDays,
  type AgedRow,
  type CollectedDay,
} from '@tahanan/contract/billing/reports.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'
import { numberState } from '@tahanan/contract/billing/series.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { pesos, pesosOrDash, sumOf } from '@tahanan/contract/money.ts'
import type { Static } from 'typebox'
import { tablePdf, tablesPdf, type TableColumn } from '../../../platform/pdf/table.ts'

/** A report with the community that it is of and the moment that it was made. */
export interface ReportHead {
  readonly author: string
  readonly at: Date
  readonly lines: readonly string[]
}

/** A column with its cells, and its total where the report has totals. */
interface Column<Row> extends TableColumn {
  readonly cell: (row: Row) => string
  readonly total?: (rows: readonly Row[]) => string
}

const text = <Row>(label: string, share: number, cell: (row: Row) => string): Column<Row> => ({
  label,
  share,
  cell,
})

/** A column of amounts with their sum. */
const amount = <Row>(label: string, of: (row: Row) => number, show = pesosOrDash): Column<Row> => ({
  label,
  share: 1.1,
  right: true,
  cell: (row) => show(of(row)),
  total: (rows) => show(sumOf(rows.map(of))),
})

/** Columns, rows and totals of a table; the first column says 'Total'. */
function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]) {
  const totals = columns.map(({ total }) => total?.(rows) ?? '')
  return {
    columns,
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    totals: totals.some(Boolean) ? [['Total', ...totals.slice(1)]] : [],
  }
}

/** The ageing as a PDF, the largest debts first, with totals. */
export function ageingPdf(head: ReportHead, tenants: readonly AgedTenant[]): Promise<Buffer> {
  const table = tableOf<AgedRow>(agedRows(tenants), [
    text('Client code', 1, ({ clientCode }) => clientCode),
    text('Name', 2.2, ({ uoccname }) => uoccname),
    ...AGES.map(({ key, label }) => amount<AgedRow>(label, (row) => row[key])),
  ])
  return tablePdf({ ...head, title: 'Ageing', ...table })
}

/** Statements beside what the office posted as a PDF, by client code, with totals. */
export function statementCheckPdf(
  head: ReportHead,
  statements: readonly CheckedStatement[],
): Promise<Buffer> {
  const table = tableOf(statements, [
    text('Client code', 0.8, ({ clientCode }) => clientCode),
    text('Name', 1.8, ({ uoccname }) => uoccname),
    text('Statement', 0.8, ({ date }) => date),
    ...CHECKED.map(({ key, label }) => amount<CheckedStatement>(label, (row) => row[key])),
  ])
  return tablePdf({ ...head, title: 'Statement check', ...table })
}

/** The ledger of a tenant as a PDF, the oldest entry first. */
export function ledgerPdf(
  head: ReportHead,
  entries: readonly Pick<LedgerEntry, 'date' | 'kind' | 'label' | 'reference' | 'amount' | 'balance'>[],
): Promise<Buffer> {
  const { columns, rows } = tableOf(entries, [
    text('Date', 0.8, ({ date }) => date),
    text('Entry', 1.3, ({ kind }) => LEDGER_KINDS[kind]),
    text('Label', 1.6, ({ label }) => label),
    text('Reference', 1.6, ({ reference }) => reference),
    amount('Amount', (entry) => entry.amount, pesos),
    amount('Balance', ({ balance }) => balance, pesos),
  ])
  return tablePdf({ ...head, title: 'Account ledger', columns, rows })
}

/** Collections by day and way of paying as a PDF, with totals. */
export function collectionsPdf(head: ReportHead, collections: readonly Collection[]): Promise<Buffer> {
  const table = tableOf<CollectedDay>(collectedDays(collections), [
    text('Day', 0.9, ({ day }) => day),
    ...PAYMENT_TYPES.map(({ type, label }) => amount<CollectedDay>(label, ({ posted }) => posted[type] ?? 0)),
    amount('Reversed', ({ reversed }) => -reversed),
    amount('Total', ({ total }) => total),
  ])
  return tablePdf({ ...head, title: 'Collections', ...table })
}

/** The register of a series as a PDF, the first number first; the total leaves void ones out. */
export function registerPdf(
  head: ReportHead,
  numbers: readonly Static<typeof IssuedNumber>[],
  timeZone: string,
): Promise<Buffer> {
  const valid = numbers.filter(({ voided }) => !voided)
  const table = tableOf(numbers, [
    text('Number', 1.1, ({ number }) => number),
    text('Date', 0.7, ({ at }) => formatDay(at, timeZone)),
    text('Client code', 0.8, ({ tenant }) => tenant?.clientCode ?? ''),
    text('Name', 1.5, ({ tenant }) => tenant?.uoccname ?? ''),
    { ...text('For', 1.5, ({ about }) => about), total: () => `${valid.length} not void` },
    {
      label: 'Amount',
      share: 0.9,
      right: true,
      cell: (row) => (row.amount === null ? '' : pesos(row.amount)),
      total: () => pesos(sumOf(valid.map((row) => row.amount ?? 0))),
    },
    {
      ...text('State', 3, (row) => `${numberState(row)} ${row.voided?.remarks ?? ''}`),
      total: () => `${numbers.length - valid.length} void`,
    },
  ])
  return tablePdf({ ...head, title: 'Register', ...table })
}

/** What bank matching left over as a PDF: lines without a payment, then payments without a line. */
export function unmatchedPdf(head: ReportHead, { lines, payments }: BankUnmatched): Promise<Buffer> {
  const withoutPayment = tableOf(lines, [
    text('Date', 0.7, ({ date }) => date),
    amount('Amount', (line) => line.amount, pesos),
    text('Reference', 2, ({ reference }) => reference),
    text('Description', 2.6, ({ description }) => description),
    text('Account', 1.2, ({ account }) => account),
  ])
  const withoutLine = tableOf(payments, [
    text('Date', 0.7, ({ date }) => date),
    amount('Amount', (payment) => payment.amount, pesos),
    text('Reference', 2, ({ referenceNumber, reference }) => `${referenceNumber} ${reference}`),
    text('Client', 2.6, ({ clientCode, uoccname }) => `${clientCode} ${uoccname}`),
    text('Type', 1.2, ({ type }) => paymentTypeInfo(type).label),
  ])
  return tablesPdf({ ...head, title: 'Unmatched' }, [
    { heading: `Lines without a payment: ${lines.length}`, ...withoutPayment },
    { heading: `Posted payments without a line: ${payments.length}`, ...withoutLine },
  ])
}

/** Certificates of tax withheld that are missing as a PDF, the longest posted first. */
export function certificatesPdf(
  head: ReportHead,
  certificates: readonly Omit<Static<typeof WithholdingCertificate>, 'certificate'>[],
  timeZone: string,
): Promise<Buffer> {
  const table = tableOf(certificates, [
    text('Payment', 1.1, ({ referenceNumber }) => referenceNumber),
    text('Client code', 0.9, ({ clientCode }) => clientCode),
    text('Name', 2.2, ({ uoccname }) => uoccname),
    amount('Tax withheld', (row) => row.amount, pesos),
    text('Tax code', 0.7, ({ taxCode }) => taxCode),
    text('Period', 1.5, ({ periodFrom, periodTo }) => `${periodFrom} to ${periodTo}`),
    text('Posted', 0.8, ({ postedDate }) => (postedDate ? formatDay(postedDate, timeZone) : '')),
    { ...text('Days', 0.5, ({ days }) => String(days)), right: true },
  ])
  return tablePdf({ ...head, title: 'Certificates missing', ...table })
}
