import { expect, test } from 'vitest'
import { createTestAmenity } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { payByDeposit } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const tenant = await portal.as('client')

const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
const createBody = (amenityId: number, from = '09:00', to = '11:00') => ({
  tenantId: tenant.id,
  title: 'Event Booking',
  amenityId,
  description: 'Christmas party',
  comment: 'Bring own chairs',
  startTime: `${day} ${from}:00`,
  endTime: `${day} ${to}:00`,
})
const bookAmenity = async (amenityId: number, from?: string, to?: string) =>
  (await admin.post<Payment>('/payment', createBody(amenityId, from, to))).body
const loadTicket = async (id: number) => (await admin.get<Record<string, unknown>>(`/reservation/${id}`)).body

test('books the amenity and creates its payment', async () => {
  const amenity = await createTestAmenity(portal.db, { title: 'Sky Lounge' })
  const payment = await bookAmenity(amenity.id)
  expect(payment).toMatchObject({
    tenantId: tenant.id,
    type: 1,
    status: 1,
    amountPaid: 0,
    reservation: {
      amenity: 'Sky Lounge',
      title: 'Event Booking',
      status: 1,
      startTime: `${day}T01:00:00.000Z`,
      endTime: `${day}T03:00:00.000Z`,
    },
  })
  expect(payment.can).toContain('approveReserved')
  expect(payment.reservation!.ticketNumber).toMatch(/^RS-/)
  expect(await loadTicket(payment.reservation!.id)).toMatchObject({
    tenantId: tenant.id,
    amenityId: amenity.id,
    estimatedAmount: 0,
    comment: 'Bring own chairs',
    status: 1,
  })
  const schedulesAnswer = await admin.get<unknown>(
    `/get-payment-schedules?amenityId=${amenity.id}&date=${day}`,
  )
  expect(schedulesAnswer.body).toEqual([
    {
      amenityId: amenity.id,
      startTime: `${day}T01:00:00.000Z`,
      endTime: `${day}T03:00:00.000Z`,
      paymentId: payment.id,
    },
  ])
  expect((await tenant.get<{ data: unknown[] }>('/payments')).body.data).toHaveLength(1)
  expect((await admin.delete(`/payment/${payment.id}`)).status).toBe(200)
  expect((await admin.get(`/get-payment-schedules?amenityId=${amenity.id}&date=${day}`)).body).toEqual([])
})

test('a payment shows its payer no reservation that the office moved to another tenant (rules 1.5)', async () => {
  const payer = await portal.as('client')
  const nextTenant = await portal.as('client')
  const { id: amenityId } = await createTestAmenity(portal.db)
  const body = { ...createBody(amenityId), tenantId: payer.id }
  const { id, reservation } = (await admin.post<Payment>('/payment', body)).body
  const loadShownReservations = async () => [
    (await payer.get<Payment>(`/payment/${id}`)).body.reservation,
    (await payer.get<ListOf<Payment>>('/payments')).body.data[0]?.reservation,
  ]
  expect(await loadShownReservations()).toMatchObject([{ id: reservation!.id }, { id: reservation!.id }])

  const path = `/reservation/${reservation!.id}`
  expect((await admin.put(path, { tenantId: nextTenant.id, endTime: `${day} 12:00:00` })).status).toBe(200)
  expect(await loadShownReservations()).toEqual([null, null])
  await portal.drainEvents()
  const remarkedAnswer = await admin.put<Payment>(`/payment/${id}`, { status: 2, remarks: 'Thank you' })
  expect(remarkedAnswer.body.reservation).toMatchObject({
    id: reservation!.id,
    endTime: `${day}T04:00:00.000Z`,
  })
  const events = (await portal.drainEvents()).filter((delivery) => 'event' in delivery)
  const payerChannel = liveChannels.clientPayments(payer.id)
  expect(events.find(({ event }) => event === payerChannel)).toMatchObject({
    data: { id, reservation: null },
  })
})

test('missing fields are refused with the messages of rules 8.25, and nothing is stored', async () => {
  const countsBefore = await countRows()
  const emptyBodyResponse = await admin.post('/payment', {})
  expect([emptyBodyResponse.status, emptyBodyResponse.body.errors]).toEqual([
    400,
    {
      tenantId: ['Please input your tenant!'],
      title: ['Please input your title!'],
      amenityId: ['Please input your amenity!'],
      description: ['Please input your description!'],
      startTime: ['Please input your start time!'],
      endTime: ['Please input your end time!'],
    },
  ])
  const { id } = await createTestAmenity(portal.db)
  const deletedAmenity = await createTestAmenity(portal.db, { status: 0 })
  for (const [change, field] of [
    [{ amenityId: deletedAmenity.id }, 'amenityId'],
    [{ amenityId: 999_999 }, 'amenityId'],
    [{ tenantId: 999_999 }, 'tenantId'],
    [{ tenantId: "1' or '1'='1" }, 'tenantId'],
    [{ title: 'Wedding' }, 'title'],
    [{ startTime: '2020-01-01 09:00:00', endTime: '2020-01-01 10:00:00' }, 'startTime'],
    [{ endTime: `${day} 08:00:00` }, 'endTime'],
    [{ startTime: `${day} 05:00:00` }, 'startTime'],
    [{ endTime: `${day} 22:00:00` }, 'endTime'],
  ] as const) {
    const invalidBodyResponse = await admin.post('/payment', { ...createBody(id), ...change })
    expect([change, invalidBodyResponse.status, invalidBodyResponse.body.errors?.[field]?.length]).toEqual([
      change,
      400,
      1,
    ])
  }
  expect(await countRows()).toEqual(countsBefore)
})

const countRows = async () => ({
  payments: (await portal.db.selectFrom('payments').select('id').execute()).length,
  tickets: (await portal.db.selectFrom('tickets').select('id').execute()).length,
  // Counts only payment numbers, because they have no gaps. Ticket numbers may have gaps after a refused
  // booking.
  paymentNumbers: await portal.db
    .selectFrom('ticket_counters')
    .select('last')
    .where('module', '=', 'payment')
    .execute(),
})

test('of 6 simultaneous bookings of one slot one succeeds, and no payment lacks its reservation', async () => {
  const { id } = await createTestAmenity(portal.db)
  const countsBefore = await countRows()
  const paymentResponses = await Promise.all(
    Array.from({ length: 6 }, () => admin.post('/payment', createBody(id))),
  )
  expect(paymentResponses.filter(({ status }) => status === 201)).toHaveLength(1)
  const refusedAnswers = paymentResponses.filter(({ status }) => status === 409)
  expect(refusedAnswers).toHaveLength(5)
  expect(new Set(refusedAnswers.map(({ body: { message } }) => message))).toEqual(
    new Set(['This date already reserved to this amenity.']),
  )
  const now = await countRows()
  expect([now.payments, now.tickets]).toEqual([countsBefore.payments + 1, countsBefore.tickets + 1])
  const orphanedPayments = await portal.db
    .selectFrom('payments')
    .leftJoin('amenity_bookings', 'ticket_id', 'reservation_id')
    .select('payments.id')
    .where('reservation_id', 'is not', null)
    .where('ticket_id', 'is', null)
    .execute()
  expect(orphanedPayments).toEqual([])
})

test('approving approves both with their stamps, once, even in simultaneous calls', async () => {
  const payment = await bookAmenity((await createTestAmenity(portal.db)).id)
  for (const expectedStatus of [200, 409])
    expect((await admin.put(`/payment/reserved/${payment.id}`)).status).toBe(expectedStatus)
  expect((await admin.get<Payment>(`/payment/${payment.id}`)).body).toMatchObject({
    status: 3,
    verifiedById: admin.id,
    reservation: { status: 2 },
  })
  const reservation = await loadTicket(payment.reservation!.id)
  expect(reservation).toMatchObject({ status: 2, approvedById: admin.id })
  expect(reservation.approvalDate).not.toBeNull()
})

test('if one half was approved before, only the other is approved; a rejected one stays rejected', async () => {
  const { id } = await createTestAmenity(portal.db)
  const reservedPayment = await bookAmenity(id, '06:00', '07:00')
  await admin.put(`/reservation/reserved/${reservedPayment.reservation!.id}`)
  expect((await admin.put(`/payment/reserved/${reservedPayment.id}`)).status).toBe(200)
  const otherPayment = await bookAmenity(id, '07:00', '08:00')
  await admin.put(`/payment/${otherPayment.id}`, { status: 3 })
  expect((await admin.put(`/payment/reserved/${otherPayment.id}`)).status).toBe(200)
  expect(await loadTicket(otherPayment.reservation!.id)).toMatchObject({ status: 2 })

  const rejectedReservation = await bookAmenity(id, '08:00', '09:00')
  await admin.put(`/reservation/${rejectedReservation.reservation!.id}`, { status: 6 })
  const rejectedPayment = await bookAmenity(id, '09:00', '10:00')
  await admin.put(`/payment/${rejectedPayment.id}`, { status: 5 })
  const postedPayment = await bookAmenity(id, '10:00', '11:00')
  await admin.put(`/payment/${postedPayment.id}`, { status: 4 })
  for (const payment of [rejectedReservation, rejectedPayment, postedPayment]) {
    expect((await admin.put(`/payment/reserved/${payment.id}`)).status).toBe(403)
    expect((await admin.get<Payment>(`/payment/${payment.id}`)).body.can).not.toContain('approveReserved')
  }
  const { id: depositPaymentId } = await payByDeposit(portal, await portal.as('client'))
  for (const unknownPaymentId of [depositPaymentId, 999_999])
    expect((await admin.put(`/payment/reserved/${unknownPaymentId}`)).status).toBe(404)
})

test('remarks are saved with the approval, and an outdated approval is refused', async () => {
  const payment = await bookAmenity((await createTestAmenity(portal.db)).id)
  const remarks = 'Bring the waiver.'
  await admin.put(`/payment/${payment.id}`, { status: 2, remarks: 'First look' })
  const path = `/payment/reserved/${payment.id}`
  const staleResponse = await admin.put(path, { remarks, updated_at: payment.updated_at })
  expect([staleResponse.status, staleResponse.body.code]).toEqual([409, 'conflict'])
  const verifier = await portal.as('admin', {
    roles: { payments: ['view', 'verify'], reservations: ['view', 'approve'] },
  })
  expect((await verifier.put(path, { remarks })).body.message).toContain('payments.edit')
  const approvalAnswer = await admin.put<Payment>(path, { remarks: ` ${remarks} ` })
  expect(approvalAnswer.body).toMatchObject({ status: 3, remarks, reservation: { status: 2 } })
})

test.each([
  ['rejected', (id: number) => admin.put(`/reservation/${id}`, { status: 6 })],
  ['cancelled', (id: number) => admin.put(`/reservation/${id}`, { status: 5 })],
  ['deleted', (id: number) => admin.delete(`/reservation/${id}`)],
])('a reservation that is %s rejects its payment of ₱0.00, also a verified one', async (statusLabel, end) => {
  const { id: amenity } = await createTestAmenity(portal.db)
  const [waitingPayment, verifiedPayment] = [
    await bookAmenity(amenity),
    await bookAmenity(amenity, '13:00', '14:00'),
  ]
  await admin.put(`/payment/${verifiedPayment.id}`, { status: 3 })
  for (const { id, reservation } of [waitingPayment, verifiedPayment]) {
    expect((await end(reservation!.id)).status).toBe(200)
    const { body } = await admin.get<PaymentWithHistory>(`/payment/${id}`)
    expect(body.status).toBe(5)
    expect(body.history[0]?.remark).toBe(`The reservation ${reservation!.ticketNumber} was ${statusLabel}.`)
  }
})

test('a reservation that is taken back reopens its payment, unless the office rejected that itself', async () => {
  const { id: amenity } = await createTestAmenity(portal.db)
  const [openPayment, remarkedPayment, rejectedPayment] = [
    await bookAmenity(amenity),
    await bookAmenity(amenity, '11:00', '12:00'),
    await bookAmenity(amenity, '13:00', '14:00'),
  ]
  await admin.put(`/payment/${rejectedPayment.id}`, { status: 5 })
  const payments = [openPayment, remarkedPayment, rejectedPayment]
  const setReservationStatuses = async (status: number) => {
    for (const { reservation } of payments) await admin.put(`/reservation/${reservation!.id}`, { status })
  }
  await setReservationStatuses(6)
  const remark = { status: 5, remarks: 'The resident will call' }
  expect((await admin.put(`/payment/${remarkedPayment.id}`, remark)).status).toBe(200)
  await setReservationStatuses(2)
  const loadStatus = async ({ id }: Payment) => (await admin.get<Payment>(`/payment/${id}`)).body.status
  expect(await Promise.all(payments.map(loadStatus))).toEqual([1, 1, 5])
})

test('a posted payment stays, and so does that of a reservation that only changes', async () => {
  const { id: amenity } = await createTestAmenity(portal.db)
  const [postedPayment, changedPayment] = [
    await bookAmenity(amenity),
    await bookAmenity(amenity, '13:00', '14:00'),
  ]
  await admin.put(`/payment/${postedPayment.id}`, { status: 4 })
  await admin.put(`/reservation/${postedPayment.reservation!.id}`, { status: 6 })
  await admin.put(`/reservation/${changedPayment.reservation!.id}`, { status: 3, remarks: 'Bring chairs' })
  const { body } = await admin.get<Payment>(`/payment/${postedPayment.id}`)
  expect([body.status, body.reservation!.status]).toEqual([4, 6])
  expect((await admin.get<Payment>(`/payment/${changedPayment.id}`)).body.status).toBe(1)
})

test('approving a payment while its reservation is rejected leaves both in one state', async () => {
  const { id: amenity } = await createTestAmenity(portal.db)
  const payment = await bookAmenity(amenity)
  const decisionResponses = await Promise.all([
    admin.put(`/payment/reserved/${payment.id}`),
    admin.put(`/reservation/${payment.reservation!.id}`, { status: 6 }),
  ])
  expect(
    decisionResponses.map(({ status }) => status).every((status) => status === 200 || status === 403),
  ).toBe(true)
  const { body } = await admin.get<Payment>(`/payment/${payment.id}`)
  expect([body.status, body.reservation!.status]).toEqual([5, 6])
})
