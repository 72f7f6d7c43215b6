import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  payByDeposit,
  enableWithholding,
  payOnline,
  reportOutcome,
  requestReversal,
  updatePaymentRow,
  createStoredRowQueries,
  createTaxFields,
  uploadSlip,
} from '#features/posting/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { createBookingBody, type Ticket } from '../testing.ts'
import { cancelUnpaidReservations } from './cancel-unpaid-reservations.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const { findStoredRow, listStoredNotices } = createStoredRowQueries(portal)
const admin = await portal.as('admin')
const resident = await portal.as('client')
let amenityId: number
beforeEach(async () => {
  amenityId = (await createTestAmenity(db, { title: 'Function Room' })).id
  await admin.put(`/amenity-rules/${amenityId}`, { pricePer: 'booking', price: 1500, payHours: 24 })
})

async function createReservation(overrides: object = {}): Promise<Ticket> {
  const body = { ...createBookingBody(amenityId, 5, '10:00', '12:00'), ...overrides }
  return (await resident.post<Ticket>('/reservation', body)).body
}
const loadReservation = async (id: number) => (await resident.get<Ticket>(`/reservation/${id}`)).body
const approveReservation = (id: number) => admin.put(`/reservation/reserved/${id}`)
const payReservation = async (reservationId: unknown, overrides: object = {}, caller = resident) =>
  caller.post<ErrorAnswer & Payment>('/payment', {
    amountPaid: 1500,
    transactionDate: '2026-03-14 09:30:00',
    confirmed: true,
    confirmedDuplicate: true,
    images: [await uploadSlip(portal, caller)],
    reservationId,
    ...overrides,
  })

describe('paying for a reservation (rules 25.11)', () => {
  test('is possible in parts, up to what is left; the price when it was filed counts', async () => {
    const { id, leftToPay } = await createReservation()
    expect(leftToPay).toBe(1500)
    await admin.put(`/amenity-rules/${amenityId}`, { price: 9000 })
    expect((await payReservation(id, { amountPaid: 1500.01 })).body.errors).toEqual({
      amountPaid: ['At most ₱1,500.00 is left to pay for this reservation.'],
    })
    const firstPayment = await payReservation(id, { amountPaid: 1000 })
    expect([firstPayment.status, firstPayment.body.reservation?.id]).toEqual([201, id])
    expect((await loadReservation(id)).leftToPay).toBe(500)
    expect((await payReservation(id, { amountPaid: 500 })).status).toBe(201)
    expect((await payReservation(id, { amountPaid: 1 })).body.errors).toEqual({
      reservationId: ['Nothing is left to pay for this reservation.'],
    })
    await admin.put(`/payment/${firstPayment.body.id}`, { status: 5, remarks: 'Wrong slip' })
    expect((await loadReservation(id)).leftToPay).toBe(1000)
  })

  test('counts an online payment that was paid after its gateway reported a failure, until the office rejects it', async () => {
    const { id } = await createReservation()
    const { paymentId } = await payOnline(portal, resident, { amountPaid: 1500, reservationId: id })
    await reportOutcome(portal, paymentId, 'F')
    expect((await loadReservation(id)).leftToPay).toBe(1500)
    await reportOutcome(portal, paymentId, 'S')
    expect((await loadReservation(id)).leftToPay).toBe(0)
    await admin.put(`/payment/${paymentId}`, { status: 5, remarks: 'Sent back' })
    expect((await loadReservation(id)).leftToPay).toBe(1500)
  })

  test('is refused for unknown, foreign, ended and free reservations', async () => {
    const { id } = await createReservation()
    const otherResident = await portal.as('client')
    const unknownErrors = { reservationId: ['There is no such reservation.'] }
    for (const reservationId of [999_999, 'x', '', id + 0.5])
      expect((await payReservation(reservationId)).body.errors).toEqual(unknownErrors)
    expect((await payReservation(id, {}, otherResident)).body.errors).toEqual(unknownErrors)
    expect(
      await payOnline(portal, otherResident, { reservationId: id }).catch((error) => error.errors),
    ).toEqual(unknownErrors)
    await admin.put(`/reservation/${id}`, { status: STATUS.rejected, remarks: 'Closed' })
    expect((await payReservation(id)).body.errors).toEqual({
      reservationId: ['This reservation can no longer be paid here.'],
    })
    await admin.put(`/amenity-rules/${amenityId}`, { pricePer: null, price: null })
    const freeReservation = await createReservation()
    expect(freeReservation.leftToPay).toBeNull()
    expect((await payReservation(freeReservation.id)).body.errors).toEqual({
      reservationId: ['Nothing is left to pay for this reservation.'],
    })
  })

  test('from two devices at once does not exceed what is left', async () => {
    const { id } = await createReservation()
    const paymentResponses = await Promise.all(Array.from({ length: 4 }, () => payReservation(id)))
    expect(paymentResponses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  })

  test('has no tax withheld, and a receipt but no entry in the ledger', async () => {
    const { id } = await createReservation()
    await enableWithholding(portal, resident)
    expect((await payReservation(id, createTaxFields(100))).body.errors).toEqual({
      withheld: ['Tax withheld is not turned on for this tenant.'],
    })
    const onlinePayment = payOnline(portal, resident, {
      reservationId: id,
      amountPaid: 1500,
      ...createTaxFields(100),
    })
    expect(await onlinePayment.catch((error) => Object.keys(error.errors))).toEqual(['withheld'])
    const { body: payment } = await payReservation(id)
    const postedPayment = (await admin.put<Payment>(`/payment/${payment.id}`, { status: 4 })).body
    expect([postedPayment.receiptNumber, postedPayment.can]).toEqual([
      expect.any(String),
      expect.not.arrayContaining(['edit']),
    ])
    const ledgerQuery = db.selectFrom('ledger_entries').select('id').where('payment_id', '=', payment.id)
    expect(await ledgerQuery.execute()).toEqual([])
    const reservation = await loadReservation(id)
    expect([reservation.leftToPay, reservation.status]).toEqual([0, STATUS.approval])
    expect((await requestReversal(admin, payment.id)).status).toBe(201)
    expect((await loadReservation(id)).leftToPay).toBe(1500)
  })

  test('online counts while its gateway has not reported, for an hour', async () => {
    const { id } = await createReservation()
    const { paymentId } = await payOnline(portal, resident, { reservationId: id, amountPaid: 1500 })
    expect((await loadReservation(id)).leftToPay).toBe(0)
    await updatePaymentRow(portal, paymentId, { created_at: sql`now() - interval '61 minutes'` as never })
    expect((await loadReservation(id)).leftToPay).toBe(1500)
    await reportOutcome(portal, paymentId, 'P')
    expect((await loadReservation(id)).leftToPay).toBe(0)
    await reportOutcome(portal, paymentId, 'S')
    expect((await loadReservation(id)).leftToPay).toBe(0)
    await reportOutcome(portal, paymentId, 'R')
    expect((await loadReservation(id)).leftToPay).toBe(1500)
  })

  test('that its gateway reports after the reservation ended is set aside', async () => {
    const { id } = await createReservation()
    const { paymentId } = await payOnline(portal, resident, { reservationId: id, amountPaid: 1500 })
    await admin.put(`/reservation/${id}`, { status: STATUS.cancelled, remarks: 'Closed' })
    expect(await reportOutcome(portal, paymentId, 'S')).toBe('setAside')
    expect((await findStoredRow(paymentId)).set_aside).toBe(
      "The gateway says 'Paid' for a reservation that was cancelled.",
    )
  })
})

const expirePaymentPeriod = (id: number) =>
  db
    .updateTable('amenity_bookings')
    .set({ pay_until: sql<Date>`now() - interval '1 minute'` })
    .where('ticket_id', '=', id)
    .execute()
const cancelUnpaid = (now?: Date) => cancelUnpaidReservations(portal.services, now)

describe('an approved reservation that is not paid in time (rules 25.12)', () => {
  test('is cancelled by the portal, its resident is notified, and its time is free', async () => {
    const { id, payUntil } = await createReservation()
    expect(payUntil).toBeNull()
    await approveReservation(id)
    expect((await listStoredNotices(resident.id))[0]).toMatchObject({
      title: 'Reservation approved',
      message: expect.stringMatching(/ Please pay ₱1,500\.00 by .*, or the booking is cancelled\.$/),
    })
    const hoursToPay = (Date.parse(String((await loadReservation(id)).payUntil)) - Date.now()) / 3_600_000
    expect(hoursToPay).toBeGreaterThan(23.9)
    expect(hoursToPay).toBeLessThanOrEqual(24)
    await cancelUnpaid()
    expect((await loadReservation(id)).status).toBe(STATUS.approved)
    await expirePaymentPeriod(id)
    expect(await cancelUnpaid()).toBe(1)
    expect(await loadReservation(id)).toMatchObject({
      status: STATUS.cancelled,
      remarks: 'It was not paid in time.',
    })
    expect((await listStoredNotices(resident.id))[0]).toMatchObject({
      title: 'Reservation cancelled',
      message: expect.stringContaining('Reason: It was not paid in time.'),
    })
    expect((await payReservation(id)).status).toBe(400)
    expect((await createReservation()).status).toBe(STATUS.approval)
  })

  test('stays while a payment counts, and for an hour after one was rejected', async () => {
    const { id } = await createReservation()
    await approveReservation(id)
    await expirePaymentPeriod(id)
    const { body: payment } = await payReservation(id, { amountPaid: 100 })
    expect(await cancelUnpaid()).toBe(0)
    await admin.put(`/payment/${payment.id}`, { status: 5, remarks: 'Wrong slip' })
    expect(await cancelUnpaid()).toBe(0)
    expect(await cancelUnpaid(new Date(Date.now() + 61 * 60_000))).toBe(1)
  })

  test('stays when it is ongoing or has no amount; an empty payment of the office does not pay it', async () => {
    const { id } = await createReservation()
    await approveReservation(id)
    await admin.put(`/reservation/${id}`, { status: STATUS.ongoing })
    await expirePaymentPeriod(id)
    expect(await cancelUnpaid()).toBe(0)
    const body = { ...createBookingBody(amenityId, 6, '10:00', '12:00'), tenantId: resident.id }
    const { reservation } = (await admin.post<Payment>('/payment', body)).body
    const unpaidReservationId = reservation!.id
    await approveReservation(unpaidReservationId)
    await expirePaymentPeriod(unpaidReservationId)
    expect(await cancelUnpaid()).toBe(0)
    await admin.put(`/reservation/${unpaidReservationId}`, { estimatedAmount: 500 })
    expect((await loadReservation(unpaidReservationId)).leftToPay).toBe(500)
    await expirePaymentPeriod(unpaidReservationId)
    expect(await cancelUnpaid()).toBe(1)
  })

  test('has no latest payment once a payment counts, before or after its approval', async () => {
    const approvedReservation = await createReservation()
    await approveReservation(approvedReservation.id)
    await payReservation(approvedReservation.id, { amountPaid: 100 })
    expect(await loadReservation(approvedReservation.id)).toMatchObject({ leftToPay: 1400, payUntil: null })
    const paidReservation = await createReservation(createBookingBody(amenityId, 6, '10:00', '12:00'))
    await payReservation(paidReservation.id, { amountPaid: 100 })
    await approveReservation(paidReservation.id)
    const [notification] = await listStoredNotices(resident.id)
    expect(notification).toMatchObject({ title: 'Reservation approved' })
    expect(notification?.message).not.toMatch(/is cancelled/)
    expect((await loadReservation(paidReservation.id)).payUntil).toBeNull()
  })

  test('has no latest payment while it waits for approval again', async () => {
    const { id } = await createReservation()
    await approveReservation(id)
    await admin.put(`/reservation/${id}`, { status: STATUS.approval })
    expect(await loadReservation(id)).toMatchObject({ leftToPay: 1500, payUntil: null })
  })

  test('has no latest payment if it begins before', async () => {
    await admin.put(`/amenity-rules/${amenityId}`, { payHours: 24 * 6 })
    const { id } = await createReservation()
    await approveReservation(id)
    expect((await listStoredNotices(resident.id))[0]?.message).not.toMatch(/is cancelled/)
    expect((await loadReservation(id)).payUntil).toBeNull()
  })

  test('is either paid or cancelled when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createReservation()
      await approveReservation(id)
      await expirePaymentPeriod(id)
      const [paymentResponse, cancelledCount] = await Promise.all([payReservation(id), cancelUnpaid()])
      const { status } = await loadReservation(id)
      expect([paymentResponse.status === 201, cancelledCount, status]).toEqual(
        paymentResponse.status === 201 ? [true, 0, STATUS.approved] : [false, 1, STATUS.cancelled],
      )
      await admin.put(`/reservation/${id}`, { status: STATUS.cancelled, remarks: 'Next round' })
    }
  })

  test('has its time to pay from the approval, and anew when the office changes the amount', async () => {
    const { id } = await createReservation()
    await approveReservation(id)
    await expirePaymentPeriod(id)
    await admin.put(`/reservation/${id}`, { estimatedAmount: 2000 })
    expect(await cancelUnpaid()).toBe(0)
    await expirePaymentPeriod(id)
    await db
      .updateTable('amenity_bookings')
      .set({ during: sql`tstzrange(now() - interval '1 hour', now() + interval '1 hour')` })
      .where('ticket_id', '=', id)
      .execute()
    expect(await cancelUnpaid()).toBe(0)
    const bookingQuery = db.selectFrom('amenity_bookings').select('pay_until').where('ticket_id', '=', id)
    expect(await bookingQuery.executeTakeFirst()).toEqual({ pay_until: null })
  })
})

test.each([1500, 1000, 0])(
  'the office reads what was sent for a reservation of ₱%i that its resident cancels (rules 25.7)',
  async (estimatedAmount) => {
    await admin.put(`/amenity-rules/${amenityId}`, { cancelHours: 0 })
    const { id } = await createReservation()
    await approveReservation(id)
    await payReservation(id)
    expect((await admin.put(`/reservation/${id}`, { estimatedAmount })).status).toBe(200)
    expect((await resident.put(`/reservation/cancelled/${id}`, {})).status).toBe(200)
    const notificationQuery = db.selectFrom('notifications').select('message').where('area', '=', 'admin')
    expect((await notificationQuery.orderBy('id', 'desc').executeTakeFirst())?.message).toContain(
      'Payments of ₱1,500.00 were sent for it.',
    )
  },
)

test('deposits of dues are not limited by reservations', async () => {
  await createReservation()
  expect((await payByDeposit(portal, resident, { amountPaid: 99_999 })).reservation).toBeNull()
})
