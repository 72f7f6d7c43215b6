import { useQuery } from '@tanstack/react-query'
import { isNotFound } from '#lib/api/api.ts'
import { useAdmin } from '#lib/api/me.ts'
import { toText } from '#lib/record-values.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { WaitingSheet } from '#ui/list-pages/waiting-sheet.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { postForm } from '@tahanan/contract/content/post.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import { postQuery } from '../calls.ts'
import { describeApproval } from './describe-approval.ts'

/** Add or edit form of a post, read-only without the flag `edit` (rules 15.18). */
export function PostModal({ id, onClose }: { id?: number; onClose: () => void }) {
  const query = useQuery({ ...postQuery(id ?? 0), enabled: id !== undefined })
  const { data: post } = query
  const { roles } = useAdmin()
  const readOnly = post && !post.can.includes('edit')
  const verb = id === undefined ? 'ADD' : readOnly ? 'VIEW' : 'EDIT'
  const sheet = { title: formTitle(verb, 'announcement'), width: 1000, onClose }
  if (id !== undefined && !post)
    return <WaitingSheet {...sheet} place="box" query={query} thing="this post" />
  return (
    <FormSheet
      {...sheet}
      declared={mayBeUrgent(post) && allows(roles, 'announcements', 'approve') ? postForm : ORDINARY_FORM}
      path="/post"
      noun="Post"
      nameOf={({ title }) => toText(title)}
      stale={[['posts']]}
      subtitle={post && describeApproval(post)}
      record={post}
      readOnly={readOnly}
      isGone={isNotFound(query.error)}
      sure={({ urgent }) => (urgent === 1 ? askUrgent() : Promise.resolve(true))}
    />
  )
}

const { urgent: _, ...fields } = postForm.fields
const ORDINARY_FORM: Form = { ...postForm, fields }

/** Whether the post is or may become urgent: residents were not notified of it yet. */
const mayBeUrgent = (post?: Post): boolean => !post || post.urgent === 1 || post.shown === 'scheduled'

const askUrgent = (): Promise<boolean> =>
  confirm({
    title: 'Do you want to send this as urgent?',
    content: 'This goes at once to every resident, through quiet hours.',
    okText: 'Send as urgent',
  })
