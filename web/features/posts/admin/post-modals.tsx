import type { Post } from '@tahanan/contract/posts/answers.ts'
import { postForm } from '@tahanan/contract/content/post.ts'
import { useQuery } from '@tanstack/react-query'
import { FormSheet } from '../../../ui/forms/form-sheet.tsx'
import { showDateTime } from '../../../lib/time.ts'
import { WaitingSheet } from '../../../ui/list-pages/waiting-sheet.tsx'
import { postQuery } from '../calls.ts'

const COMMON = {
  declared: postForm,
  path: '/post',
  noun: 'Post',
  stale: [['posts']],
  width: 1000,
} as const

/** The add modal of a post (rules 15.18). */
export function AddPost({ onClose }: { onClose: () => void }) {
  return <FormSheet {...COMMON} title="ADD ANNOUNCEMENT" onClose={onClose} />
}

/** A post in its form; without the flag `edit` it may only be read. */
export function EditPost({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(postQuery(id))
  const { data: post } = query
  const sheet = { title: 'EDIT ANNOUNCEMENT', width: COMMON.width, onClose }
  if (!post) return <WaitingSheet {...sheet} place="box" query={query} thing="this post" />
  return (
    <FormSheet
      {...COMMON}
      {...sheet}
      subtitle={approvalOf(post)}
      record={post}
      readOnly={!post.can.includes('edit')}
    />
  )
}

function approvalOf({ approver, approvalDate }: Post): string {
  return approver ? `Approved by ${approver.name}, ${showDateTime(approvalDate)}` : 'Not approved yet'
}
