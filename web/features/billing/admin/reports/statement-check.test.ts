import { expect, test } from 'vitest'
import { checkedRows, statementCheckCsv } from './statement-check.ts'

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

test('the statements that lack most come first', () => {
  const rows = [statement(1, 0), statement(2, 50), statement(3, 0), statement(4, -60)]
  expect(checkedRows(rows).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

test('the file has amounts with two decimals', () => {
  const [, line] = statementCheckCsv([statement(1, 75)]).split('\r\n')
  expect(line).toBe('A-1,Tenant 1,2026-03-31,1000.50,400.00,0.00,250.00,850.50,75.00')
})
