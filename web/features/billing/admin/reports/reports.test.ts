import { expect, test } from 'vitest'
import {
  AGEING_COLUMNS,
  toAgeingRows,
  STATEMENT_CHECK_COLUMNS,
  sortStatementChecks,
  toCollectionsByDay,
  sumCollections,
} from '@tahanan/contract/reports/reports.ts'
import { formatCollectionsCsv, formatTenantsCsv } from './reports-csv.ts'

const createTenant = (tenantId: number, overrides: object) => ({
  tenantId,
  clientCode: `A-${tenantId}`,
  uoccname: `Tenant ${tenantId}`,
  current: 0,
  days30: 0,
  days60: 0,
  days90: 0,
  over90: 0,
  overdue: 0,
  credit: 0,
  ...overrides,
})
const createStatement = (id: number, notHeld: number) => ({
  id,
  tenantId: id,
  clientCode: `A-${id}`,
  uoccname: `Tenant ${id}`,
  date: '2026-03-31',
  before: 1000.5,
  posted: 400,
  charged: 0,
  added: 250,
  soaAmount: 850.5,
  notHeld,
})

test('the largest debts come first, and tenants with a zero balance are left out', () => {
  const rows = toAgeingRows([
    createTenant(1, { current: 0.1, days30: 0.2 }),
    createTenant(2, {}),
    createTenant(3, { over90: 500 }),
    createTenant(4, { credit: 20 }),
  ])
  expect(rows.map(({ id, leftToPay, credit, net }) => [id, leftToPay, credit, net])).toEqual([
    [3, 500, 0, 500],
    [1, 0.3, 0, 0.3],
    [4, 0, 20, -20],
  ])
})

test('statements that lack most come first', () => {
  const rows = [createStatement(1, 0), createStatement(2, 50), createStatement(3, 0), createStatement(4, -60)]
  expect(sortStatementChecks(rows).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

test('the files have amounts with two decimals, and totals at the end', () => {
  const rows = toAgeingRows([
    createTenant(1, { current: 1500.5, overdue: 0 }),
    createTenant(2, { credit: 500.25 }),
  ])
  expect(formatTenantsCsv(AGEING_COLUMNS, rows, false).trimEnd().split('\r\n')).toEqual([
    '\uFEFFclientCode,clientname,current,days30,days60,days90,over90,overdue,leftToPay,credit,net',
    'A-1,Tenant 1,1500.50,0.00,0.00,0.00,0.00,0.00,1500.50,0.00,1500.50',
    'A-2,Tenant 2,0.00,0.00,0.00,0.00,0.00,0.00,0.00,500.25,-500.25',
    'Total,,1500.50,0.00,0.00,0.00,0.00,0.00,1500.50,500.25,1000.25',
  ])
  const statementsCsv = formatTenantsCsv(
    STATEMENT_CHECK_COLUMNS,
    [createStatement(1, 75), createStatement(2, 0)],
    true,
  )
  expect(statementsCsv.trimEnd().split('\r\n')).toEqual([
    '\uFEFFclientCode,clientname,date,before,posted,charged,added,soaAmount,notHeld',
    'A-1,Tenant 1,2026-03-31,1000.50,400.00,0.00,250.00,850.50,75.00',
    'A-2,Tenant 2,2026-03-31,1000.50,400.00,0.00,250.00,850.50,0.00',
    'Total,,,2001.00,800.00,0.00,500.00,1701.00,75.00',
  ])
  const days = [
    { day: '2026-03-02', type: 5, posted: 700.5, chequesReturned: 500, reversed: 0 },
    { day: '2026-03-02', type: 4, posted: 100, chequesReturned: 0, reversed: 20 },
    { day: '2026-03-01', type: 4, posted: 50, chequesReturned: 0, reversed: 0 },
  ]
  const collectionsCsv = formatCollectionsCsv(toCollectionsByDay(days), sumCollections(days))
  expect(collectionsCsv.trimEnd().split('\r\n')).toEqual([
    expect.stringMatching(/^\uFEFFday,.*,chequesReturned,reversed,net$/),
    expect.stringMatching(/^2026-03-02,.*,-500\.00,-20\.00,280\.50$/),
    expect.stringMatching(/^2026-03-01,.*,0\.00,0\.00,50\.00$/),
    expect.stringMatching(/^Total,.*,150\.00,700\.50,.*-500\.00,-20\.00,330\.50$/),
  ])
})
