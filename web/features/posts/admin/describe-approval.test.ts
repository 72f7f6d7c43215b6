import { expect, test } from 'vitest'
import { describeApproval } from './describe-approval.ts'

test('a post says who approved it, and only before residents see it that nobody did (rules 9.5)', () => {
  const approved = { approver: { id: 7, name: 'Ana Cruz' }, approvalDate: '2026-11-27T04:00:00.000Z' }
  const open = { approver: null, approvalDate: null }
  expect(describeApproval({ ...approved, shown: 'shown' })).toMatch(/^Approved by Ana Cruz, 27 Nov 2026/)
  expect(describeApproval({ ...open, shown: 'scheduled' })).toBe('Not approved yet')
  expect(describeApproval({ ...open, shown: 'shown' })).toBeUndefined()
  expect(describeApproval({ ...open, shown: 'ended' })).toBeUndefined()
})
