import { expect, test } from 'vitest'
import { agedRows, ageingCsv } from './ageing.ts'

const tenant = (tenantId: number, more: object) => ({
  tenantId,
  clientCode: `A-${tenantId}`,
  uoccname: `Tenant ${tenantId}`,
  current: 0,
  days30: 0,
  days60: 0,
  days90: 0,
  over90: 0,
  credit: 0,
  ...more,
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

test('the file has amounts with two decimals', () => {
  const [, line] = ageingCsv(agedRows([tenant(1, { current: 1500.5 })])).split('\r\n')
  expect(line).toBe('A-1,Tenant 1,1500.50,0.00,0.00,0.00,0.00,0.00,1500.50')
})
