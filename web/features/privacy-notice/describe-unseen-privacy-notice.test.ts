import { expect, test } from 'vitest'
import { describeUnseenPrivacyNotice } from './describe-unseen-privacy-notice.ts'

test.each([
  [2, 'Shorter times', 'The privacy notice changed on 29 November 2026: Shorter times.'],
  [3, 'What is kept?', 'The privacy notice changed on 29 November 2026: What is kept?'],
  [1, 'What we keep.', 'There is a privacy notice since 29 November 2026: What we keep.'],
])('version %d, %j', (version, changes, expectedText) => {
  expect(describeUnseenPrivacyNotice({ version, changes, publishedAt: '2026-11-29T04:00:00.000Z' })).toBe(
    expectedText,
  )
})
