import { describe, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import {
  payByDeposit,
  payOnline,
  reportOutcome,
  updatePaymentRow,
  createStoredRowQueries,
} from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const otherAdmin = await portal.as('admin')
const resident = await portal.as('client')
const { findStoredRow, listStoredEvents } = createStoredRowQueries(portal)
const rejectPayment = (id: number) => admin.put(`/payment/${id}`, { status: 5 })
const findLastNotificationId = async () =>
  (
    await portal.db
      .selectFrom('notifications')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst()
  )?.id ?? 0
const listNotificationsSince = (id: number) =>
  portal.db.selectFrom('notifications').select(['area', 'message', 'link']).where('id', '>', id).execute()

describe('a gateway', () => {
  test('P then S notifies both; late and repeated messages notify nobody', async () => {
    const { paymentId, referenceNumber } = await payOnline(portal, resident)
    await reportOutcome(portal, paymentId, 'P')
    const lastNotificationId = await findLastNotificationId()
    expect(await reportOutcome(portal, paymentId, 'S', { message: '[000] BOG Reference' })).toBe('changed')
    for (const statusCode of ['P', 'S', 'U', 'G'])
      expect(await reportOutcome(portal, paymentId, statusCode)).toBe('none')
    const { uoccname: name, clientCode } = resident.account
    const paymentText = `₱1,000.00 by Dragon Pay (${referenceNumber})`
    expect(await listNotificationsSince(lastNotificationId)).toEqual([
      {
        area: 'admin',
        message: `${name} (${clientCode}), ${paymentText}: Paid.`,
        link: `/admin/payments?modal=true&id=${paymentId}`,
      },
      {
        area: 'client',
        message: `Your payment of ${paymentText}: Paid. The office checks your payment next.`,
        link: `/billings?id=${paymentId}`,
      },
    ])
    expect((await findStoredRow(paymentId)).message).toBe('[000] BOG Reference')
  })

  test('a refusal rejects the payment with its message, sanitized for storage', async () => {
    const { paymentId } = await payOnline(portal, resident)
    const message = `Card declined\u0000\r\n<b>now</b> ${'x'.repeat(600)}`
    expect(await reportOutcome(portal, paymentId, 'F', { message })).toBe('changed')
    const row = await findStoredRow(paymentId)
    expect(row).toMatchObject({ status: 5, outsource_status: 'F', next_inquiry_at: null })
    expect(row.message).toMatch(/^Card declined <b>now<\/b> x+$/)
    expect(row.message).toHaveLength(500)
  })

  test('facts of a message without effect are stored without an event', async () => {
    const { paymentId } = await payOnline(portal, resident)
    const otherPayment = await payOnline(portal, resident)
    await updatePaymentRow(portal, paymentId, { next_inquiry_at: new Date() })
    await reportOutcome(portal, paymentId, 'S', { reference: 'A1' })
    const rowBefore = await findStoredRow(paymentId)
    expect(rowBefore.next_inquiry_at).toBeNull()
    const contradictoryFacts = {
      reference: 'OTHER',
      amount: 1020,
      fee: 20,
      method: 'GCash',
      settledAt: new Date(),
    }
    expect(await reportOutcome(portal, paymentId, 'S', contradictoryFacts)).toBe('none')
    const laterFacts = { ...contradictoryFacts, amount: 1000, fee: 0, method: 'BDO', settledAt: new Date(0) }
    expect(await reportOutcome(portal, paymentId, 'S', laterFacts)).toBe('none')
    const row = await findStoredRow(paymentId)
    expect(row).toMatchObject({
      gateway_reference: 'A1',
      gateway_amount: 1020,
      gateway_fee: 20,
      gateway_method: 'GCash',
      settled_at: contradictoryFacts.settledAt,
    })
    expect([row.version, row.updated_at]).toEqual([rowBefore.version, rowBefore.updated_at])
    expect(await listStoredEvents(paymentId)).toHaveLength(2)
    expect(await findStoredRow(otherPayment.paymentId)).toMatchObject({
      gateway_amount: null,
      gateway_method: null,
    })
  })

  test('another amount in a later inquiry sets the payment aside once, and its amount stays', async () => {
    const { paymentId } = await payOnline(portal, resident)
    await reportOutcome(portal, paymentId, 'P', { message: 'Pay at BPI' })
    await reportOutcome(portal, paymentId, 'S')
    const lastNotificationId = await findLastNotificationId()
    for (const expectedEffect of ['setAside', 'none'])
      expect(await reportOutcome(portal, paymentId, 'S', { amount: 100, message: 'Ask us' })).toBe(
        expectedEffect,
      )
    expect(await findStoredRow(paymentId)).toMatchObject({
      message: 'Pay at BPI',
      amount_paid: 1000,
      gateway_amount: 100,
      status: 2,
      set_aside: 'The gateway says ₱100.00 where the payment says ₱1,000.00.',
    })
    expect((await listNotificationsSince(lastNotificationId)).map(({ area }) => area)).toEqual(['admin'])
  })

  test('money for a deleted payment is reported to the office, and the payment stays deleted', async () => {
    const { paymentId } = await payOnline(portal, resident)
    expect((await admin.delete(`/payment/${paymentId}`)).status).toBe(200)
    const lastNotificationId = await findLastNotificationId()
    expect(await reportOutcome(portal, paymentId, 'S')).toBe('setAside')
    expect(await reportOutcome(portal, paymentId, 'S')).toBe('none')
    expect((await findStoredRow(paymentId)).status).toBe(0)
    const newNotifications = await listNotificationsSince(lastNotificationId)
    expect(newNotifications).toMatchObject([
      {
        message: expect.stringContaining("The gateway says 'Paid' of a payment that was deleted."),
        // The notification has no link, because a deleted payment cannot be opened.
        link: null,
      },
    ])
  })

  test('an unknown payment is not changed, and absurd numbers are not stored', async () => {
    await expect(reportOutcome(portal, 999_999, 'S')).rejects.toThrow('payment 999999 does not exist')
    const { paymentId } = await payOnline(portal, resident)
    const absurdFacts = {
      amount: 1e30,
      fee: Number.NaN,
      reference: '\u0000',
      settledAt: new Date(Number.NaN),
    }
    expect(await reportOutcome(portal, paymentId, 'S', absurdFacts)).toBe('setAside')
    expect(await findStoredRow(paymentId)).toMatchObject({
      gateway_reference: null,
      gateway_fee: null,
      settled_at: null,
    })
  })
})

describe('decisions of the office', () => {
  test('for verification after created is no news to the resident', async () => {
    const { paymentId } = await payOnline(portal, resident)
    const lastNotificationId = await findLastNotificationId()
    expect((await admin.put(`/payment/${paymentId}`, { status: 2 })).status).toBe(200)
    expect(await listNotificationsSince(lastNotificationId)).toEqual([])
  })

  test('simultaneous posts of one payment: one succeeds, and one receipt number is used', async () => {
    const { id } = await payByDeposit(portal, resident)
    const postingResponses = await Promise.all(
      [admin, otherAdmin, admin, otherAdmin, admin].map((caller) =>
        caller.put(`/payment/${id}`, { status: 4 }),
      ),
    )
    expect(postingResponses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403])
    const series = await portal.db.selectFrom('number_series').select('next').executeTakeFirstOrThrow()
    const receiptRows = await portal.db
      .selectFrom('payments')
      .select('receipt_number')
      .where('receipt_number', 'is not', null)
      .execute()
    expect(receiptRows).toHaveLength(series.next - 1)
    expect((await listStoredEvents(id)).filter(({ to_status }) => to_status === 4)).toHaveLength(1)
  })

  test('of the same version: one is saved, the other answers 409', async () => {
    const { id, updated_at } = await payByDeposit(portal, resident)
    expect((await admin.put(`/payment/${id}`, { status: 3, updated_at })).status).toBe(200)
    const attemptRejection = async () => {
      const { status, body } = await otherAdmin.put(`/payment/${id}`, { status: 5, updated_at })
      return [status, body.change]
    }
    const { name } = admin.account
    expect(await attemptRejection()).toEqual([409, `${name} verified it.`])
    await admin.put(`/payment/${id}`, { status: 3, remarks: 'Seen' })
    expect(await attemptRejection()).toEqual([409, `${name} left a remark.`])
    expect((await findStoredRow(id)).status).toBe(3)
  })

  test('a gateway’s success before or after a rejection is recorded', async () => {
    const [paymentPaidBefore, paymentPaidAfter] = [
      await payOnline(portal, resident),
      await payOnline(portal, resident),
    ]
    await reportOutcome(portal, paymentPaidBefore.paymentId, 'S')
    await rejectPayment(paymentPaidBefore.paymentId)
    await rejectPayment(paymentPaidAfter.paymentId)
    await reportOutcome(portal, paymentPaidAfter.paymentId, 'S')
    // `paymentPaidBefore`: the gateway reported success before the office rejected the payment, so no review is needed.
    // `paymentPaidAfter`: it reported success after the rejection, so the payment is marked for review.
    for (const [{ paymentId }, set_aside] of [
      [paymentPaidBefore, null],
      [paymentPaidAfter, "The gateway says 'Paid' of a payment that the office rejected."],
    ] as const)
      expect(await findStoredRow(paymentId)).toMatchObject({ status: 5, outsource_status: 'S', set_aside })
  })
})
