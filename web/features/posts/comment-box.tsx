import { SendHorizontal } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { useLoginName } from '#lib/api/me.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { loadDraft } from '#ui/forms/drafts.ts'
import { useKeptDraft } from '#ui/forms/use-kept-draft.ts'
import { commentForm } from '@tahanan/contract/content/post.ts'

interface CommentBoxProps {
  postId: number
  /** If false, shows 'Disabled Comments' (rules 9.6). */
  open: boolean
  busy: boolean
  onSend: (comment: string) => Promise<unknown>
}

const BLANK = { comment: '' }

/** Input for a comment: Enter sends it, an error restores it, and unsent text is a draft. */
export function CommentBox({ postId, open, busy, onSend }: CommentBoxProps) {
  const id = useId()
  const account = useLoginName()
  const draftName = `comment ${postId}`
  const [text, setText] = useState(() => {
    const draft = loadDraft(account, draftName)?.values.comment
    return typeof draft === 'string' ? draft : ''
  })
  const [sending, setSending] = useState('')
  const [error, setError] = useState<string>()
  const unsent = text || sending
  const changed = useMemo(() => ({ comment: unsent }), [unsent])
  useKeptDraft(account, draftName, { changed, before: BLANK }, unsent !== '')
  const send = useOneAtATime(async () => {
    const comment = text.trim()
    if (comment === '') return
    setText('')
    setSending(comment)
    setError(undefined)
    try {
      await onSend(comment)
    } catch (failure) {
      setText((typed) => (typed === '' ? comment : typed))
      if (failure instanceof ApiError) setError(failure.errors.comment?.[0] ?? failure.message)
    }
    setSending('')
  })
  return (
    <SubmitForm className="comment-box" onSubmit={() => void send()}>
      <Input
        aria-label="Comment"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        placeholder={open ? 'Write a comment' : 'Disabled Comments'}
        disabled={!open}
        limit={commentForm.fields.comment.max}
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" icon={SendHorizontal} busy={busy} disabled={!open}>
        Send
      </Button>
      <FieldMessage id={id} error={error} />
    </SubmitForm>
  )
}
