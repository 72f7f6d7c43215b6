import { expect, test } from 'vitest'
import {
  buildAgeingReport,
  buildCertificatesReport,
  buildCollectionsReport,
  buildLedgerReport,
  buildRegisterReport,
  buildStatementCheckReport,
  buildUnmatchedReport,
  type Report,
} from './report.ts'

const timeZone = 'Asia/Manila'
/** This time is 00:30 in Manila, but still the day before in UTC. */
const reportTime = new Date('2026-03-13T16:30:00Z')

const getPrintedRows = ({ tables }: Report) =>
  tables.flatMap(({ columns, rows, totals = [] }) => [
    columns.map(({ label }) => label).join('|'),
    ...[...rows, ...(totals ?? [])].map((cells) => cells.join('|')),
  ])

const ZERO_AMOUNTS = { current: 0, days30: 0, days60: 0, days90: 0, over90: 0, overdue: 0, credit: 0 }

test('the ageing has the largest debts first, credit apart, and a total of each column', () => {
  const report = buildAgeingReport([
    { tenantId: 1, clientCode: 'A-1', uoccname: 'Ana', ...ZERO_AMOUNTS, current: 10, days60: 5 },
    { tenantId: 2, clientCode: 'B-2', uoccname: 'Ben', ...ZERO_AMOUNTS, credit: 4.5 },
    { tenantId: 3, clientCode: 'C-3', uoccname: 'Cora', ...ZERO_AMOUNTS, over90: 100, overdue: 100 },
    { tenantId: 4, clientCode: 'D-4', uoccname: 'Dan', ...ZERO_AMOUNTS },
  ])
  expect(report.title).toBe('Ageing')
  expect(getPrintedRows(report)).toEqual([
    'Client Code|Name|Current|1–30 Days|31–60 Days|61–90 Days|Over 90 Days|Overdue|Left To Pay|Credit|Net',
    'C-3|Cora|–|–|–|–|₱100.00|₱100.00|₱100.00|–|₱100.00',
    'A-1|Ana|₱10.00|–|₱5.00|–|–|–|₱15.00|–|₱15.00',
    'B-2|Ben|–|–|–|–|–|–|–|₱4.50|-₱4.50',
    'Total||₱10.00|–|₱5.00|–|₱100.00|₱100.00|₱115.00|₱4.50|₱110.50',
  ])
})

test('the statement check has its columns and totals, incomplete statements first', () => {
  const statement = { before: -5, posted: 10, charged: 2, added: 3, soaAmount: 20, notHeld: 1 }
  const checkedStatement = {
    id: 1,
    tenantId: 1,
    clientCode: 'A-1',
    uoccname: 'Ana',
    date: '2026-03-14',
    ...statement,
  }
  expect(
    getPrintedRows(
      buildStatementCheckReport([checkedStatement, { ...checkedStatement, clientCode: 'B-2', notHeld: -2 }]),
    ),
  ).toEqual([
    'Client Code|Name|Statement|Before|Posted|Charged|New|SOA Amount|Not Included',
    'B-2|Ana|2026-03-14|Credit ₱5.00|₱10.00|₱2.00|₱3.00|₱20.00|-₱2.00',
    'A-1|Ana|2026-03-14|Credit ₱5.00|₱10.00|₱2.00|₱3.00|₱20.00|₱1.00',
    'Total|||Credit ₱10.00|₱20.00|₱4.00|₱6.00|₱40.00|-₱1.00',
  ])
})

test('a ledger is printed as it is given, without totals', () => {
  const payment = {
    date: '2026-03-14',
    kind: 'payment',
    label: '',
    reference: 'PY-1',
    amount: -5,
    balance: -5,
  }
  expect(getPrintedRows(buildLedgerReport([{ ...payment, kind: 'payment' }]))).toEqual([
    'Date|Entry|Label|Reference|Amount|Balance',
    '2026-03-14|Payment||PY-1|-₱5.00|Credit ₱5.00',
  ])
})

test('collections have a column for each method, and returned cheques and reversals below zero', () => {
  const day = { day: '2026-03-14', posted: 0, chequesReturned: 0, reversed: 0 }
  const report = buildCollectionsReport([
    { ...day, type: 4, posted: 100 },
    { ...day, type: 5, posted: 50, chequesReturned: 20, reversed: 5 },
    { ...day, day: '2026-03-13', type: 4, posted: 1 },
  ])
  expect(getPrintedRows(report)).toEqual([
    'Day|Direct Deposit|Dragon Pay|AQWire|Cash|Cheque|Bank Transfer|Cheques Returned|Reversed|Net',
    '2026-03-14|–|–|–|₱100.00|₱50.00|–|-₱20.00|-₱5.00|₱125.00',
    '2026-03-13|–|–|–|₱1.00|–|–|–|–|₱1.00',
    'Total|–|–|–|₱101.00|₱50.00|–|-₱20.00|-₱5.00|₱126.00',
  ])
})

test('the register counts what is void apart, and sums what is not', () => {
  const tenant = { id: 1, clientCode: 'A-1', uoccname: 'Ana' }
  const number = {
    id: 1,
    number: 'AR-1',
    at: reportTime,
    tenant,
    about: 'Payment',
    amount: 10,
    paymentId: 1,
    isInvoice: false,
    removed: false,
    voided: null,
  }
  const voidDetails = { reason: 'Reversed', remarks: 'No funds', replacedBy: null, at: reportTime, by: null }
  const registerRows = [
    number,
    { ...number, number: 'AR-2', voided: voidDetails, amount: 99 },
    { ...number, number: 'AR-3', amount: null, tenant: null, removed: true },
  ]
  expect(getPrintedRows(buildRegisterReport(registerRows, timeZone))).toEqual([
    'Number|Date|Client Code|Name|For|Amount|State',
    'AR-1|2026-03-14|A-1|Ana|Payment|₱10.00| ',
    'AR-2|2026-03-14|A-1|Ana|Payment|₱99.00|VOID: Reversed. No funds',
    'AR-3|2026-03-14|||Payment||Removed by a reset ',
    'Total||||2 not void|₱10.00|1 void',
  ])
})

test('unmatched lines and payments are two tables', () => {
  const line = { id: 1, date: '2026-03-14', amount: 5, reference: 'R1', description: 'Ana', account: 'BDO' }
  const payment = {
    id: 1,
    date: '2026-03-13',
    amount: 7,
    referenceNumber: 'PY-1',
    reference: 'T1',
    clientCode: 'A-1',
    uoccname: 'Ana',
    type: 6,
  }
  const report = buildUnmatchedReport({ lines: [line], payments: [payment, payment] } as never)
  expect(report.tables.map(({ heading }) => heading)).toEqual([
    'Lines without a payment: 1',
    'Posted payments without a line: 2',
  ])
  expect(getPrintedRows(report)).toEqual([
    'Date|Amount|Reference|Description|Account',
    '2026-03-14|₱5.00|R1|Ana|BDO',
    'Total|₱5.00|||',
    'Date|Amount|Reference|Client|Type',
    ...[1, 2].map(() => '2026-03-13|₱7.00|PY-1 T1|A-1 Ana|Bank Transfer'),
    'Total|₱14.00|||',
  ])
})

test('missing certificates have their period, day of posting and age', () => {
  const certificate = {
    id: 1,
    referenceNumber: 'PY-1',
    tenantId: 1,
    clientCode: 'A-1',
    uoccname: 'Ana',
    amount: 200,
    taxCode: 'WC160',
    periodFrom: '2026-01-01',
    periodTo: '2026-03-31',
    postedDate: reportTime,
    receivedDate: null,
    days: 12,
  }
  expect(getPrintedRows(buildCertificatesReport([certificate], timeZone))).toEqual([
    'Payment|Client Code|Name|Tax Withheld|Tax Code|Period|Posted|Days',
    'PY-1|A-1|Ana|₱200.00|WC160|2026-01-01 to 2026-03-31|2026-03-14|12',
    'Total|||₱200.00||||',
  ])
})
