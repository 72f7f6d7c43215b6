import { expect, test } from 'vitest'
import { formatLedgerCsv } from './format-ledger-csv.ts'

test("a ledger's file has amounts as numbers, also negative ones", () => {
  const entry = {
    id: 1,
    date: '2026-11-22',
    dueDate: '2026-12-15',
    kind: 'payment',
    label: '',
    reference: 'PY-2026-000001',
    invoice: null,
  } as const
  const file = formatLedgerCsv([
    { ...entry, remarks: '', amount: -400, balance: 600.5, paymentId: 7, by: 'Liza' },
  ])
  expect(file.split('\r\n')[1]).toBe('2026-11-22,Payment,,PY-2026-000001,-400.00,600.50,,Liza,2026-12-15')
})

test('a returned cheque has its own name, other reversals their reason', () => {
  const entry = {
    id: 1,
    date: '2026-11-22',
    dueDate: null,
    kind: 'reversal',
    reference: '',
    invoice: null,
  } as const
  const sharedValues = { remarks: '', amount: 400, balance: 400, paymentId: 7, by: 'Liza' }
  const file = formatLedgerCsv([
    { ...entry, ...sharedValues, label: 'Cheque returned' },
    { ...entry, ...sharedValues, label: 'Entered in error' },
  ])
  expect(file.split('\r\n').slice(1, 3)).toEqual([
    '2026-11-22,Cheque returned,,,400.00,400.00,,Liza,',
    '2026-11-22,Reversal,Entered in error,,400.00,400.00,,Liza,',
  ])
})
