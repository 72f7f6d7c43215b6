import { expect, test } from 'vitest'
import { canResend, describeState } from './describe-state.ts'

const delivery = {
  state: 'waiting',
  reason: '',
  tries: 0,
  due_at: '2026-03-14T10:00:00Z',
  purpose: null,
} as const

test('the reason of a state is said, and when it goes', () => {
  expect(describeState(delivery)).toMatch(/^Planned: 14 Mar 2026/)
  const refused = { ...delivery, state: 'delayed', tries: 4, reason: 'The mailbox is full.' } as const
  expect(describeState(refused)).toMatch(/^The mailbox is full\. Next try: 14 Mar 2026/)
  expect(describeState({ ...refused, state: 'failed' })).toBe('The mailbox is full.')
  expect(describeState({ ...delivery, state: 'sent' })).toBe('')
})

test('a mail that is no news says what else to do when it did not arrive', () => {
  const failed = { ...delivery, state: 'failed', reason: 'This address does not exist.' } as const
  expect(describeState({ ...failed, purpose: 'loginDetails' })).toBe(
    "This address does not exist. Send them again from the tenant's form.",
  )
  const answered = { ...failed, reason: 'The mail server answered: 550 no such user' }
  expect(describeState({ ...answered, purpose: 'newPassword' })).toBe(
    'The mail server answered: 550 no such user. Its reader can ask for another link at the login.',
  )
  expect(describeState({ ...failed, purpose: 'wrongCodes' })).toBe('This address does not exist.')
  expect(describeState({ ...delivery, state: 'sent', purpose: 'loginDetails' })).toBe('')
})

test('only what failed or is unclear can be sent again', () => {
  const states = ['waiting', 'delayed', 'sending', 'sent', 'failed', 'unclear', 'dropped'] as const
  expect(states.filter((state) => canResend({ state, purpose: null }))).toEqual(['failed', 'unclear'])
  expect(states.some((state) => canResend({ state, purpose: 'loginDetails' }))).toBe(false)
})
