import { expect, test } from 'vitest'
import type { PaymentEvent } from '@tahanan/contract/billing/answers.ts'
import { toPaymentHistory } from './payment-history.ts'

const createPaymentEvent = (changes: Partial<PaymentEvent>): PaymentEvent => ({
  at: '2026-03-10T15:31:00.000Z',
  who: 'PMO',
  fromStatus: 2,
  toStatus: 2,
  fromOutsource: null,
  toOutsource: null,
  reversed: false,
  remark: null,
  ...changes,
})

test.each<[string, Partial<PaymentEvent>, title: string, remark?: string]>([
  ['a first event', { fromStatus: null, toStatus: 1 }, 'Created'],
  ['a new status', { toStatus: 3, remark: 'Seen' }, 'Verified', 'Seen'],
  ['a deletion', { toStatus: 0 }, 'Deleted'],
  ['a reversal', { fromStatus: 4, toStatus: 4, reversed: true, remark: 'Bounced' }, 'Reversed', 'Bounced'],
  ['news of the gateway alone', { fromOutsource: 'P', toOutsource: 'R' }, 'Gateway: Refunded'],
  [
    'a new status by the gateway',
    { toStatus: 5, fromOutsource: 'P', toOutsource: 'V' },
    'Rejected',
    'Gateway: Cancelled',
  ],
  ['a remark', { fromOutsource: 'S', toOutsource: 'S', remark: 'Called' }, 'Remark', 'Called'],
  ['a change without words', {}, 'Changed'],
])('%s of a payment has its title and remark', (_, changes, title, remark) => {
  expect(toPaymentHistory([createPaymentEvent(changes)])).toMatchObject([{ key: 'entry 1', title, remark }])
})

test('the portal itself is not named', () => {
  const [entry] = toPaymentHistory([createPaymentEvent({ who: '', toStatus: 5, toOutsource: 'V' })])
  expect(entry).toMatchObject({ who: undefined, remark: 'Gateway: Cancelled' })
})
