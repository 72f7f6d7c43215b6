import { expect, test } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import {
  createChangedNotification,
  notifyPaymentChanged,
  notifyPaymentFailed,
  notifyPaymentReversed,
  notifyResidentOfPaidPayment,
} from './payment-notifications.ts'

const REMARK = 'Confidential remark'
const { db } = await openTestDatabase()

test('news of a payment shows no name, amount and remark on a lock screen, and all in its mail (rules 23.15)', async () => {
  const { id } = await createTestTenant(db, { uoccname: 'Maria Cruz' })
  const types = PAYMENT_TYPES.map(({ type }) => type)
  await db.transaction().execute(async (tx) => {
    for (const type of types) {
      const payment = {
        id: 7,
        reference_number: 'PY-2026-000007',
        type,
        amount_paid: 1234.5,
        tenant_id: id,
        client_code: 'A-101',
        uoccname: 'Maria Cruz',
      }
      for (const status of [undefined, 0, 1, 2, 3, 4, 5])
        await notifyPaymentChanged(tx, payment, { status, remarks: REMARK })
      await notifyPaymentReversed(tx, payment, REMARK)
      await notifyResidentOfPaidPayment(tx, payment, false)
      await notifyPaymentFailed(tx, payment, { statusCode: 'F', message: 'No balance' })
      expect(createChangedNotification(payment, { status: 4 }).message).toContain('₱1,234.50')
    }
  })
  const residentNotifications = await db
    .selectFrom('notifications')
    .selectAll()
    .where('area', '=', 'client')
    .execute()
  expect(residentNotifications).toHaveLength(types.length * 10)
  const REMARK_PATTERN = /rejected|posted|verified|reversed|remark|deleted|again/
  for (const { brief, title, letter, message } of residentNotifications) {
    expect(brief).toMatch(/.+, PY-2026-000007$/)
    expect(brief).not.toMatch(/Maria|1,234|Confidential/)
    const mailText = JSON.stringify([title, letter ?? message])
    if (REMARK_PATTERN.test(title)) expect(mailText).toContain(REMARK)
    expect(mailText).toContain('1,234.50')
  }
})
