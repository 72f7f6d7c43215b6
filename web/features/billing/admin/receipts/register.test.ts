import { expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import type { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import { loadRegisterCsv, getSeriesName } from './register.ts'

const createIssuedNumber = (n: number, overrides: Partial<IssuedNumber> = {}): IssuedNumber => ({
  id: n,
  number: `AR-2026-00000${n}`,
  at: '2026-03-12T01:00:00.000Z',
  tenant: { id: 1, clientCode: 'A-101', uoccname: 'Reyes, Ana' },
  about: `Payment PY-2026-00000${n}`,
  amount: 1500.5,
  paymentId: n,
  isInvoice: false,
  removed: false,
  voided: null,
  ...overrides,
})

test('the register is saved in order of numbers, a void one with reason, remarks, time and name', async () => {
  const voidDetails = {
    reason: 'Reversed',
    remarks: 'Wrong tenant',
    replacedBy: 'AR-2026-000003',
    at: '2026-03-13T02:30:00.000Z',
    by: 'Liza',
  }
  const issuedNumberPages = [
    [createIssuedNumber(3), createIssuedNumber(2, { voided: voidDetails })],
    [createIssuedNumber(1, { tenant: null, amount: null, removed: true })],
  ]
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(
      async (_path, query) => ({ data: issuedNumberPages[Number(query?.page) - 1], total: 3 }) as never,
    )
  const [header, ...rows] = (await loadRegisterCsv(5)).slice(1).trimEnd().split('\r\n')
  expect(get.mock.calls.map(([path, query]) => [path, query?.seriesId])).toEqual([
    ['/receipt-register', 5],
    ['/receipt-register', 5],
  ])
  expect(header).toBe('number,date,clientCode,clientname,for,amount,void,remarks,voidDate,voidBy')
  expect(rows).toEqual([
    'AR-2026-000001,"12 Mar 2026, 9:00 AM",,,Payment PY-2026-000001,,Removed by a reset,,,',
    'AR-2026-000002,"12 Mar 2026, 9:00 AM",A-101,"Reyes, Ana",Payment PY-2026-000002,1500.50,' +
      'VOID: Reversed. Replaced by AR-2026-000003.,Wrong tenant,"13 Mar 2026, 10:30 AM",Liza',
    'AR-2026-000003,"12 Mar 2026, 9:00 AM",A-101,"Reyes, Ana",Payment PY-2026-000003,1500.50,,,,',
  ])
})

test('a closed series says so', () => {
  const series = { kind: 'receipt', prefix: 'AR-2026-', closedAt: null } as Series
  expect(getSeriesName(series)).toBe('Receipt AR-2026-')
  expect(getSeriesName({ ...series, kind: 'invoice', prefix: 'SI-', closedAt: '2026-12-31T00:00:00Z' })).toBe(
    'Invoice SI- (closed)',
  )
})
