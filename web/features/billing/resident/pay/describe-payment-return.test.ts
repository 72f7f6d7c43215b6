import { expect, test } from 'vitest'
import type { Payment, PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { describePaymentReturn } from './describe-payment-return.ts'

const createEvent = (changes: Partial<PaymentEvent>): PaymentEvent => ({
  at: '2026-03-14T01:00:00.000Z',
  who: 'AQWire',
  fromStatus: 5,
  toStatus: 5,
  fromOutsource: null,
  toOutsource: null,
  reversed: false,
  remark: null,
  ...changes,
})
const CREATED_AT = '2026-03-14T01:00:00.000Z'
const PAYMENT = { type: 3, status: 5, reservation: null, created_at: CREATED_AT }
const describeReturn = (outsourceStatus: string | null, history: PaymentEvent[]) =>
  describePaymentReturn({ ...PAYMENT, outsourceStatus, history }, false)
const FAILURE = createEvent({ fromStatus: 1, toOutsource: 'F' })
const SUCCESS = createEvent({ fromOutsource: 'F', toOutsource: 'S' })

test('a payment that was paid after a failure is Paid, also before its history is loaded (rules 8.41)', () => {
  const earlyRemark = createEvent({ who: 'PMO', fromOutsource: 'F', toOutsource: 'F', remark: 'No money' })
  for (const history of [[], [SUCCESS, FAILURE], [SUCCESS, earlyRemark, FAILURE]])
    expect(describeReturn('S', history)).toEqual({
      variant: 'good',
      title: 'Paid',
      text: 'Thank you. The office checks your payment next. This page then shows the result.',
    })
})

test('a paid payment that the office rejected is not offered to be paid again', () => {
  const rejection = createEvent({ who: 'PMO', fromStatus: 2, fromOutsource: 'S', toOutsource: 'S' })
  const reopening = createEvent({ who: 'PMO', toStatus: 2, fromOutsource: 'S', toOutsource: 'S' })
  const remark = createEvent({ who: 'PMO', fromOutsource: 'S', toOutsource: 'S', remark: 'Sent back' })
  for (const history of [[rejection], [rejection, reopening, SUCCESS, FAILURE], [remark, SUCCESS, FAILURE]])
    expect(describeReturn('S', history)).toEqual({
      variant: 'bad',
      title: 'Rejected',
      text: 'The office rejected it. Ask the office before you pay again.',
    })
})

test('an unpaid payment that the office rejected can be tried again', () => {
  expect(describeReturn('P', [createEvent({ who: 'PMO', fromStatus: 2 })]).text).toBe(
    'The office rejected it. You can try again.',
  )
})

test('a cancelled payment for a reservation names the time from which it can be paid again (rules 25.11)', () => {
  const begunPayment = { ...PAYMENT, status: 1, outsourceStatus: null, history: [] }
  const reservation = { id: 7 } as NonNullable<Payment['reservation']>
  const createdAt = Date.parse(CREATED_AT)
  const describeCancelled = (changes: object, now: number) =>
    describePaymentReturn({ ...begunPayment, ...changes }, true, now).text
  expect(describeCancelled({ reservation }, createdAt)).toBe(
    'Nothing is paid yet. You can pay again after 10:00 AM.',
  )
  expect(describeCancelled({ reservation }, createdAt + 3_600_000)).toBe(
    'Nothing is paid yet. You can try again.',
  )
  expect(describeCancelled({}, createdAt)).toBe('Nothing is paid yet. You can try again.')
})
