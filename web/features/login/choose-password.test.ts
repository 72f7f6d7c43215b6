import { expect, test } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { describeEndedLink } from './choose-password.ts'

const ENDED_TEXT = 'This link cannot be used any more.'
const PERHAPS_SAVED_TEXT = 'Your password may have been saved. Try to log in with it, or ask for a new link.'

test.each([
  { wasUnanswered: false, wasRepeated: false, text: ENDED_TEXT },
  { wasUnanswered: true, wasRepeated: false, text: PERHAPS_SAVED_TEXT },
  { wasUnanswered: false, wasRepeated: true, text: PERHAPS_SAVED_TEXT },
])('a link that has ended while a password was sent: %o', ({ wasUnanswered, wasRepeated, text }) => {
  const failure = new ApiError(404, ENDED_TEXT)
  failure.wasRepeated = wasRepeated
  expect(describeEndedLink(failure, wasUnanswered)).toBe(text)
})
