import { beforeEach, expect, test } from 'vitest'
import { setCommunityTimeZone } from '#lib/time.ts'
import { describeOpenAmount } from './describe-open-amount.ts'
import { createTestTicket } from './testing.ts'

beforeEach(() => setCommunityTimeZone('Asia/Manila'))

const describeAmount = (leftToPay: unknown, payUntil: unknown, reader: 'resident' | 'office' = 'resident') =>
  describeOpenAmount(createTestTicket('reservation', { leftToPay, payUntil }), reader)

test('a reservation says what is left to pay, and by when (rules 25.11, 25.12)', () => {
  const payUntil = '2026-03-14T01:00:00.000Z'
  expect(describeAmount(1500, payUntil)).toBe(
    '₱1,500.00 left to pay. Please pay by 14 Mar 2026, 9:00 AM, or the booking is cancelled.',
  )
  expect(describeAmount(1500, payUntil, 'office')).toBe(
    '₱1,500.00 left to pay by 14 Mar 2026, 9:00 AM, or the booking is cancelled.',
  )
  expect(describeAmount(1500, null)).toBe('₱1,500.00 left to pay.')
  expect(describeAmount(0, payUntil)).toBe('Paid, or a payment is being checked.')
  expect(describeAmount(null, payUntil)).toBeUndefined()
})
