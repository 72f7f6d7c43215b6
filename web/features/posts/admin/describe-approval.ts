import { formatDateTime } from '#lib/time.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'

/**
 * Returns a text about a post's approval. Undefined if the post has no approval and residents already see it
 * (rules 9.5).
 */
export function describeApproval({
  approver,
  approvalDate,
  shown,
}: Pick<Post, 'approver' | 'approvalDate' | 'shown'>): string | undefined {
  if (approver) return `Approved by ${approver.name}, ${formatDateTime(approvalDate)}`
  return shown === 'scheduled' ? 'Not approved yet' : undefined
}
