import { expect, test } from 'vitest'
import { describeApproval } from './describe-approval.ts'

test('a post says who approved it, and only before residents see it that nobody did (rules 9.5)', () => {
  const approvedPost = { approver: { id: 7, name: 'Ana Cruz' }, approvalDate: '2026-11-27T04:00:00.000Z' }
  const unapprovedPost = { approver: null, approvalDate: null }
  expect(describeApproval({ ...approvedPost, shown: 'shown' })).toMatch(/^Approved by Ana Cruz, 27 Nov 2026/)
  expect(describeApproval({ ...unapprovedPost, shown: 'scheduled' })).toBe('Not approved yet')
  expect(describeApproval({ ...unapprovedPost, shown: 'shown' })).toBeUndefined()
  expect(describeApproval({ ...unapprovedPost, shown: 'ended' })).toBeUndefined()
})
