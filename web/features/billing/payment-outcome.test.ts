import { expect, test } from 'vitest'
import {
  canRejectPayment,
  isDepositForVerification,
  formatPaymentOutcome,
  getRetryAddress,
  getRetryTime,
} from './payment-outcome.ts'

const createPayment = (changes: Partial<Parameters<typeof getRetryAddress>[0]>) => ({
  type: 2,
  status: 1,
  outsourceStatus: null,
  reservation: null,
  amountPaid: 500,
  paysDues: true,
  created_at: '2026-03-14T01:00:00.000Z',
  ...changes,
})

test('a gateway’s payment has the word of its outcome, the same for both gateways; others have none', () => {
  for (const paymentType of [2, 3]) {
    expect(formatPaymentOutcome(createPayment({ type: paymentType }))).toBe('Not paid yet')
    expect(formatPaymentOutcome(createPayment({ type: paymentType, status: 5, outsourceStatus: 'V' }))).toBe(
      'Cancelled',
    )
  }
  expect(formatPaymentOutcome(createPayment({ type: 1, status: 2 }))).toBe('')
})

test('a deposit for verification is marked until the office decides', () => {
  expect(isDepositForVerification(createPayment({ type: 1, status: 2 }))).toBe(true)
  for (const status of [3, 4, 5])
    expect(isDepositForVerification(createPayment({ type: 1, status }))).toBe(false)
  expect(isDepositForVerification(createPayment({ status: 2 }))).toBe(false)
})

test('a failed payment can be retried by the same method, a successful one cannot', () => {
  expect(getRetryAddress(createPayment({}))).toBe('/billings/payments/dragonpay')
  for (const statusCode of ['F', 'V'])
    expect(getRetryAddress(createPayment({ type: 3, status: 5, outsourceStatus: statusCode }))).toBe(
      '/billings/payments/aqwire',
    )
  expect(getRetryAddress(createPayment({ type: 1, status: 5 }))).toBe('/billings/payments/deposit')
  for (const statusCode of ['S', 'P', 'R'])
    expect(getRetryAddress(createPayment({ status: 2, outsourceStatus: statusCode }))).toBeUndefined()
  for (const status of [3, 4])
    expect(getRetryAddress(createPayment({ status, outsourceStatus: null }))).toBeUndefined()
  expect(getRetryAddress(createPayment({ type: 1, status: 2 }))).toBeUndefined()
})

test('a payment that was paid after a failure cannot be retried', () => {
  expect(getRetryAddress(createPayment({ type: 3, status: 5, outsourceStatus: 'S' }))).toBeUndefined()
})

const createRejectedEvent = (
  who: string,
  fromStatus: number,
  fromOutsource: string | null,
  toOutsource: string,
) => ({
  at: '2026-03-14T01:00:00.000Z',
  who,
  fromStatus,
  toStatus: 5,
  fromOutsource,
  toOutsource,
  reversed: false,
  remark: null,
})

test('the office can reject a payment that was paid after a failure once, and no other rejected payment', () => {
  const events = [
    createRejectedEvent('AQWire', 1, null, 'F'),
    createRejectedEvent('Liza', 5, 'F', 'F'),
    createRejectedEvent('AQWire', 5, 'F', 'S'),
    createRejectedEvent('AQWire', 5, 'S', 'S'),
    createRejectedEvent('Liza', 5, 'S', 'S'),
  ]
  const canRejectAfter = (eventCount: number, outsourceStatus: string) =>
    canRejectPayment({
      type: 3,
      status: 5,
      outsourceStatus,
      history: events.slice(0, eventCount).toReversed(),
      can: ['reject'],
    })
  const results = events.map((event, index) => canRejectAfter(index + 1, event.toOutsource))
  expect(results).toEqual([false, false, true, true, false])
  expect(canRejectPayment({ type: 3, status: 3, outsourceStatus: 'S', history: [], can: ['reject'] })).toBe(
    true,
  )
  expect(canRejectPayment({ type: 3, status: 3, outsourceStatus: 'S', history: [], can: [] })).toBe(false)
})

const createReservationPayment = (status: number, amountPaid = 500, changes = {}) => {
  const reservation = {
    id: 7,
    status,
    ticketNumber: '',
    amenity: '',
    title: '',
    startTime: null,
    endTime: null,
  }
  return createPayment({ type: 1, status: 5, amountPaid, reservation, paysDues: false, ...changes })
}
test('a payment for a reservation is retried for it, while it can be paid', () => {
  expect(getRetryAddress(createReservationPayment(2))).toBe('/billings/payments/deposit?reservation=7')
  expect(getRetryAddress(createReservationPayment(5))).toBeUndefined()
  expect(getRetryAddress(createReservationPayment(2, 0))).toBeUndefined()
})

test('a payment whose reservation is removed is not retried as a payment of dues', () => {
  expect(getRetryAddress(createPayment({ type: 1, status: 5, paysDues: false }))).toBeUndefined()
})

test('an online payment for a reservation is retried after the hour in which it counts (rules 25.11)', () => {
  const begunPayment = createReservationPayment(2, 500, {
    type: 2,
    status: 1,
    created_at: '2026-03-14T01:00:30.000Z',
  })
  const retryAt = '2026-03-14T02:01:00.000Z'
  const [early, late] = [Date.parse(retryAt) - 1, Date.parse(retryAt)]
  expect([getRetryTime(begunPayment, early), getRetryAddress(begunPayment, early)]).toEqual([
    retryAt,
    undefined,
  ])
  expect([getRetryTime(begunPayment, late), getRetryAddress(begunPayment, late)]).toEqual([
    undefined,
    '/billings/payments/dragonpay?reservation=7',
  ])
})

test('payments that do not count for a reservation are retried at once (rules 25.11)', () => {
  const createdAt = Date.parse('2026-03-14T01:00:00.000Z')
  expect(getRetryTime(createPayment({}), createdAt)).toBeUndefined()
  for (const changes of [
    { type: 3, outsourceStatus: 'F' },
    { type: 3, outsourceStatus: null },
    { type: 1, outsourceStatus: null },
  ]) {
    const rejectedPayment = createReservationPayment(2, 500, { status: 5, ...changes })
    expect(getRetryTime(rejectedPayment, createdAt)).toBeUndefined()
    expect(getRetryAddress(rejectedPayment, createdAt)).toBeDefined()
  }
})
