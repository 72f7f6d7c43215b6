import { expect, test } from 'vitest'
import { canResend, describeDeliveryState } from './describe-delivery-state.ts'

const delivery = {
  state: 'waiting',
  reason: '',
  tries: 0,
  due_at: '2026-03-14T10:00:00Z',
  purpose: null,
} as const

test('the reason of a state is said, and when it goes', () => {
  expect(describeDeliveryState(delivery)).toMatch(/^Planned: 14 Mar 2026/)
  const delayedDelivery = { ...delivery, state: 'delayed', tries: 4, reason: 'The mailbox is full.' } as const
  expect(describeDeliveryState(delayedDelivery)).toMatch(/^The mailbox is full\. Next try: 14 Mar 2026/)
  expect(describeDeliveryState({ ...delayedDelivery, state: 'failed' })).toBe('The mailbox is full.')
  expect(describeDeliveryState({ ...delivery, state: 'sent' })).toBe('')
})

test('a mail that is no news says what else to do when it did not arrive', () => {
  const failedDelivery = { ...delivery, state: 'failed', reason: 'This address does not exist.' } as const
  expect(describeDeliveryState({ ...failedDelivery, purpose: 'loginDetails' })).toBe(
    "This address does not exist. Send them again from the tenant's form.",
  )
  const rejectedDelivery = { ...failedDelivery, reason: 'The mail server answered: 550 no such user' }
  expect(describeDeliveryState({ ...rejectedDelivery, purpose: 'newPassword' })).toBe(
    'The mail server answered: 550 no such user. Its reader can ask for another link at the login.',
  )
  expect(describeDeliveryState({ ...failedDelivery, purpose: 'wrongCodes' })).toBe(
    'This address does not exist.',
  )
  expect(describeDeliveryState({ ...delivery, state: 'sent', purpose: 'loginDetails' })).toBe('')
})

test('only what failed or is unclear can be sent again', () => {
  const deliveryStates = ['waiting', 'delayed', 'sending', 'sent', 'failed', 'unclear', 'dropped'] as const
  expect(deliveryStates.filter((state) => canResend({ state, purpose: null }))).toEqual(['failed', 'unclear'])
  expect(deliveryStates.some((state) => canResend({ state, purpose: 'loginDetails' }))).toBe(false)
})
