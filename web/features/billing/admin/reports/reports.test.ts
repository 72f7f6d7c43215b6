import { AGES, CHECKED, agedRows, checkedRows } from '@tahanan/contract/billing/reports.ts'
import { expect, test } from 'vitest'
import { tenantsCsv } from './reports-csv.ts'

const tenant = (tenantId: number, more: object) => ({
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
  ...more,
})
const statement = (id: number, notHeld: number) => ({
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

test('the largest debts come first, and who owes nothing is left out', () => {
  const rows = agedRows([
    tenant(1, { current: 0.1, days30: 0.2 }),
    tenant(2, {}),
    tenant(3, { over90: 500 }),
    tenant(4, { credit: 20 }),
  ])
  expect(rows.map(({ id, leftToPay }) => [id, leftToPay])).toEqual([
    [3, 500],
    [1, 0.3],
    [4, -20],
  ])
})

test('the statements that lack most come first', () => {
  const rows = [statement(1, 0), statement(2, 50), statement(3, 0), statement(4, -60)]
  expect(checkedRows(rows).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

test('the files have amounts with two decimals', () => {
  const aged = tenantsCsv(AGES, agedRows([tenant(1, { current: 1500.5 })]), false)
  expect(aged.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFclientCode,clientname,current,days30,days60,days90,over90,overdue,credit,leftToPay',
    'A-1,Tenant 1,1500.50,0.00,0.00,0.00,0.00,0.00,0.00,1500.50',
  ])
  const checked = tenantsCsv(CHECKED, [statement(1, 75)], true)
  expect(checked.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFclientCode,clientname,date,before,posted,charged,added,soaAmount,notHeld',
    'A-1,Tenant 1,2026-03-31,1000.50,400.00,0.00,250.00,850.50,75.00',
  ])
})
