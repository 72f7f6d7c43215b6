import { expect, test, vi } from 'vitest'
import type { PaymentRow } from '#features/payments/repository.ts'
import { getChequeDateError, requireChequeDue } from './get-cheque-date-error.ts'

const STALE_ERROR = 'This cheque is stale: its date is more than 6 months ago.'
const TOO_FAR_AHEAD_ERROR = 'Please choose a date that is at most a year ahead.'

test.each([
  // This time is 31 August in Manila, but still 30 August in UTC.
  ['2026-08-30T16:30:00Z', '2026-02-27', STALE_ERROR],
  ['2026-08-30T16:30:00Z', '2026-02-28', undefined],
  ['2026-08-30T16:30:00Z', '2027-08-31', undefined],
  ['2026-08-30T16:30:00Z', '2027-09-01', TOO_FAR_AHEAD_ERROR],
  ['2026-03-15T00:00:00Z', '2025-09-14', STALE_ERROR],
  ['2026-03-15T00:00:00Z', '2025-09-15', undefined],
])('handed in at %s, of a cheque of %s the problem is: %s', (now, day, problem) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  try {
    expect(getChequeDateError(day, 'Asia/Manila')).toBe(problem)
  } finally {
    vi.useRealTimers()
  }
})

const createChequeCheck = (day: string | null) => () =>
  requireChequeDue({ cheque_date: day } as PaymentRow, 'Asia/Manila')

test('a cheque can be posted from the day of its date on, in the time zone of the community', () => {
  // This time is 31 August in Manila, but still 30 August in UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-30T16:30:00Z') })
  try {
    for (const day of [null, '2026-08-30', '2026-08-31']) expect(createChequeCheck(day)).not.toThrow()
    expect(createChequeCheck('2026-09-01')).toThrow(expect.objectContaining({ code: 'chequeNotDue' }))
  } finally {
    vi.useRealTimers()
  }
})
