import { useQuery } from '@tanstack/react-query'
import { wordsOf } from '#lib/record-values.ts'
import { showDateTime } from '#lib/time.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { WaitingSheet } from '#ui/list-pages/waiting-sheet.tsx'
import { postForm } from '@tahanan/contract/content/post.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { postQuery } from '../calls.ts'

/** Add or edit form of a post, read-only without the flag `edit` (rules 15.18). */
export function PostModal({ id, onClose }: { id?: number; onClose: () => void }) {
  const query = useQuery({ ...postQuery(id ?? 0), enabled: id !== undefined })
  const { data: post } = query
  const readOnly = post && !post.can.includes('edit')
  const verb = id === undefined ? 'ADD' : readOnly ? 'VIEW' : 'EDIT'
  const sheet = { title: formTitle(verb, 'announcement'), width: 1000, onClose }
  if (id !== undefined && !post)
    return <WaitingSheet {...sheet} place="box" query={query} thing="this post" />
  return (
    <FormSheet
      {...sheet}
      declared={postForm}
      path="/post"
      noun="Post"
      nameOf={({ title }) => wordsOf(title)}
      stale={[['posts']]}
      subtitle={post && approvalOf(post)}
      record={post}
      readOnly={readOnly}
    />
  )
}

function approvalOf({ approver, approvalDate }: Post): string {
  return approver ? `Approved by ${approver.name}, ${showDateTime(approvalDate)}` : 'Not approved yet'
}
