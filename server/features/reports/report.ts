import type { Static } from 'typebox'
import type { Table, TableColumn } from '#platform/pdf/table.ts'
import type { LedgerEntry, WithholdingCertificate } from '@tahanan/contract/billing/answers.ts'
import { formatBalance } from '@tahanan/contract/billing/balance.ts'
import type { UnmatchedBankItems } from '@tahanan/contract/billing/bank-answers.ts'
import { describeLedgerEntry } from '@tahanan/contract/billing/ledger.ts'
import { PAYMENT_TYPES, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'
import { describeNumberState } from '@tahanan/contract/billing/series.ts'
import { formatPesos, formatPesosOrDash, sumAmounts } from '@tahanan/contract/money.ts'
import type { TenantAgeing, StatementCheck, Collection } from '@tahanan/contract/reports/answers.ts'
import {
  AGEING_COLUMNS,
  STATEMENT_CHECK_COLUMNS,
  COLLECTION_COLUMNS,
  sortStatementChecks,
  toAgeingRows,
  toCollectionsByDay,
  type AgeingRow,
  formatReportAmount,
  type DayCollections,
  type ReportAmount,
} from '@tahanan/contract/reports/reports.ts'
import { formatDay } from '@tahanan/contract/time.ts'

export interface Report {
  readonly title: string
  readonly tables: readonly Table[]
}

interface Column<Row> extends TableColumn {
  readonly cell: (row: Row) => string
  readonly total?: (rows: readonly Row[]) => string
}

const createTextColumn = <Row>(label: string, share: number, cell: (row: Row) => string): Column<Row> => ({
  label,
  share,
  cell,
})

const createAmountColumn = <Row>(
  label: string,
  getAmount: (row: Row) => number,
  formatAmount = formatPesosOrDash,
): Column<Row> => ({
  label,
  share: 1.1,
  right: true,
  cell: (row) => formatAmount(getAmount(row)),
  total: (rows) => formatAmount(sumAmounts(rows.map(getAmount))),
})

const toAmountColumn = <Row extends Readonly<Record<Key, number>>, Key extends string>(
  reportAmount: ReportAmount<Key>,
): Column<Row> =>
  createAmountColumn<Row>(
    reportAmount.label,
    (row) => row[reportAmount.key],
    (sum) => formatReportAmount(reportAmount, sum),
  )

function createTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table {
  const totals = columns.map(({ total }) => total?.(rows) ?? '')
  return {
    columns,
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
    totals: totals.some(Boolean) ? [['Total', ...totals.slice(1)]] : [],
  }
}

export function buildAgeingReport(tenants: readonly TenantAgeing[]): Report {
  const table = createTable<AgeingRow>(toAgeingRows(tenants), [
    createTextColumn('Client Code', 1, ({ clientCode }) => clientCode),
    createTextColumn('Name', 2.2, ({ uoccname }) => uoccname),
    ...AGEING_COLUMNS.map((reportAmount) => toAmountColumn<AgeingRow, typeof reportAmount.key>(reportAmount)),
  ])
  return { title: 'Ageing', tables: [table] }
}

export function buildStatementCheckReport(statements: readonly StatementCheck[]): Report {
  const table = createTable(sortStatementChecks(statements), [
    createTextColumn('Client Code', 0.8, ({ clientCode }) => clientCode),
    createTextColumn('Name', 1.8, ({ uoccname }) => uoccname),
    createTextColumn('Statement', 0.8, ({ date }) => date),
    ...STATEMENT_CHECK_COLUMNS.map((reportAmount) =>
      toAmountColumn<StatementCheck, typeof reportAmount.key>(reportAmount),
    ),
  ])
  return { title: 'Statement check', tables: [table] }
}

export function buildLedgerReport(
  entries: readonly Pick<LedgerEntry, 'date' | 'kind' | 'label' | 'reference' | 'amount' | 'balance'>[],
): Report {
  const table = createTable(entries, [
    createTextColumn('Date', 0.8, ({ date }) => date),
    createTextColumn('Entry', 1.3, (entry) => describeLedgerEntry(entry).name),
    createTextColumn('Label', 1.6, (entry) => describeLedgerEntry(entry).label),
    createTextColumn('Reference', 1.6, ({ reference }) => reference),
    createAmountColumn('Amount', (entry) => entry.amount, formatPesos),
    createAmountColumn('Balance', ({ balance }) => balance, formatBalance),
  ])
  return { title: 'Account ledger', tables: [{ ...table, totals: [] }] }
}

export function buildCollectionsReport(collections: readonly Collection[]): Report {
  const table = createTable<DayCollections>(toCollectionsByDay(collections), [
    createTextColumn('Day', 0.9, ({ day }) => day),
    ...PAYMENT_TYPES.map(({ type, label }) =>
      createAmountColumn<DayCollections>(label, ({ posted }) => posted[type] ?? 0),
    ),
    ...COLLECTION_COLUMNS.map((reportAmount) =>
      toAmountColumn<DayCollections, typeof reportAmount.key>(reportAmount),
    ),
  ])
  return { title: 'Collections', tables: [table] }
}

/**
 * Builds the report of issued receipt or invoice numbers. `numbers` must be in ascending order. The total
 * excludes void numbers.
 */
export function buildRegisterReport(
  numbers: readonly Static<typeof IssuedNumber>[],
  timeZone: string,
): Report {
  const validNumbers = numbers.filter(({ voided }) => !voided)
  const table = createTable(numbers, [
    createTextColumn('Number', 1.1, ({ number }) => number),
    createTextColumn('Date', 0.7, ({ at }) => formatDay(at, timeZone)),
    createTextColumn('Client Code', 0.8, ({ tenant }) => tenant?.clientCode ?? ''),
    createTextColumn('Name', 1.5, ({ tenant }) => tenant?.uoccname ?? ''),
    { ...createTextColumn('For', 1.5, ({ about }) => about), total: () => `${validNumbers.length} not void` },
    {
      label: 'Amount',
      share: 0.9,
      right: true,
      cell: (row) => (row.amount === null ? '' : formatPesos(row.amount)),
      total: () => formatPesos(sumAmounts(validNumbers.map((row) => row.amount ?? 0))),
    },
    {
      ...createTextColumn('State', 3, (row) => `${describeNumberState(row)} ${row.voided?.remarks ?? ''}`),
      total: () => `${numbers.length - validNumbers.length} void`,
    },
  ])
  return { title: 'Register', tables: [table] }
}

export function buildUnmatchedReport({ lines, payments }: UnmatchedBankItems): Report {
  const unmatchedLineTable = createTable(lines, [
    createTextColumn('Date', 0.7, ({ date }) => date),
    createAmountColumn('Amount', (line) => line.amount, formatPesos),
    createTextColumn('Reference', 2, ({ reference }) => reference),
    createTextColumn('Description', 2.6, ({ description }) => description),
    createTextColumn('Account', 1.2, ({ account }) => account),
  ])
  const unmatchedPaymentTable = createTable(payments, [
    createTextColumn('Date', 0.7, ({ date }) => date),
    createAmountColumn('Amount', (payment) => payment.amount, formatPesos),
    createTextColumn('Reference', 2, ({ referenceNumber, reference }) => `${referenceNumber} ${reference}`),
    createTextColumn('Client', 2.6, ({ clientCode, uoccname }) => `${clientCode} ${uoccname}`),
    createTextColumn('Type', 1.2, ({ type }) => getPaymentTypeInfo(type).label),
  ])
  const tables = [
    { heading: `Lines without a payment: ${lines.length}`, ...unmatchedLineTable },
    { heading: `Posted payments without a line: ${payments.length}`, ...unmatchedPaymentTable },
  ]
  return { title: 'Unmatched', tables }
}

/**
 * Builds the report of missing withholding tax certificates. `certificates` must be ordered by the posting of
 * their payments, the earliest first.
 */
export function buildCertificatesReport(
  certificates: readonly Omit<Static<typeof WithholdingCertificate>, 'certificate'>[],
  timeZone: string,
): Report {
  const table = createTable(certificates, [
    createTextColumn('Payment', 1.1, ({ referenceNumber }) => referenceNumber),
    createTextColumn('Client Code', 0.9, ({ clientCode }) => clientCode),
    createTextColumn('Name', 2.2, ({ uoccname }) => uoccname),
    createAmountColumn('Tax Withheld', (row) => row.amount, formatPesos),
    createTextColumn('Tax Code', 0.7, ({ taxCode }) => taxCode),
    createTextColumn('Period', 1.5, ({ periodFrom, periodTo }) => `${periodFrom} to ${periodTo}`),
    createTextColumn('Posted', 0.8, ({ postedDate }) => (postedDate ? formatDay(postedDate, timeZone) : '')),
    { ...createTextColumn('Days', 0.5, ({ days }) => String(days)), right: true },
  ])
  return { title: 'Certificates missing', tables: [table] }
}
