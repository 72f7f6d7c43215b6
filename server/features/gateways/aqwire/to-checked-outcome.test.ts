import { expect, test } from 'vitest'
import { GatewayError } from '../payment-gateway.ts'
import { toCheckedOutcome } from './to-checked-outcome.ts'

const payment = { txnId: 'PY-1', reference: 'qw-1' }
const PAID_AT = '2026-03-14T09:00:00+08:00'
const toOutcomeOfStatus = (status: string | null, dataFields: object = {}, answerStatus = 'SUCCESS') =>
  toCheckedOutcome(
    {
      status: answerStatus,
      data: {
        status,
        transactionId: 'qw-1',
        paidAt: PAID_AT,
        bill: { total: { amount: '2575.00', currency: 'PHP' }, fee: { amount: 75 } },
        ...dataFields,
      },
    },
    payment,
  )

test.each([
  ['PENDING', 'P', false],
  ['PROCESSING', 'P', false],
  ['FAILED', 'F', true],
  ['DECLINED', 'F', true],
  ['REJECTED', 'F', true],
  ['EXPIRED', 'F', true],
  ['CANCELLED', 'V', true],
  ['CANCELED', 'V', true],
  ['VOID', 'V', true],
  ['VOIDED', 'V', true],
  ['REFUNDED', 'R', false],
  ['refunded', 'R', false],
  ['SOMETHING', 'U', false],
])('the status %s is %s, and may still change: %s', (status, statusCode, isProvisional) => {
  const { outcome, untouched } = toOutcomeOfStatus(status)
  expect(outcome).toMatchObject({
    outsourceStatus: statusCode,
    message: `AQWire says ${status}.`,
    provisional: isProvisional,
    source: 'inquiry',
  })
  expect(untouched).toBe(false)
})

test('a success has all that the office reads', () => {
  expect(toOutcomeOfStatus('SUCCESS', { referenceId: 'R-1', paymentMethod: 'card' }).outcome).toEqual({
    outsourceStatus: 'S',
    reference: 'qw-1',
    message: 'Reference R-1.',
    amount: 2575,
    fee: 75,
    currency: 'PHP',
    method: 'card',
    settledAt: new Date(PAID_AT),
    source: 'inquiry',
    provisional: false,
  })
})

test('the success of a call, or one without a time, is not a payment', () => {
  expect(toOutcomeOfStatus('SUCCESS', {}, 'OK').outcome.outsourceStatus).toBe('U')
  expect(toOutcomeOfStatus('PENDING', {}, 'SUCCESS').outcome.outsourceStatus).toBe('P')
  expect(toOutcomeOfStatus(null, {}, 'FAILED').outcome.outsourceStatus).toBe('F')
  expect(toOutcomeOfStatus('SUCCESS', { paidAt: null }).outcome).toMatchObject({
    outsourceStatus: 'P',
    message: 'AQWire says SUCCESS, but not when it was paid.',
  })
  expect(toOutcomeOfStatus('INC')).toMatchObject({
    untouched: true,
    outcome: { outsourceStatus: 'P', message: '' },
  })
})

test('the transaction is the known one, and another is refused', () => {
  expect(toOutcomeOfStatus('PENDING', { transactionId: null }).outcome.reference).toBe('qw-1')
  expect(() => toOutcomeOfStatus('PENDING', { transactionId: 'qw-2' })).toThrow(GatewayError)
})
