import { commentForm } from '@tahanan/contract/content/post.ts'
import { SendHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldMessage } from '../../ui/controls/field.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'

interface CommentBoxProps {
  /** Otherwise it says 'Disabled Comments' (rules 9.6). */
  open: boolean
  busy: boolean
  onSend: (comment: string) => Promise<unknown>
}

const field = commentForm.fields.comment
const MOST = field?.kind === 'text' ? field.max : undefined

/** Enter sends the comment and clears the box; a comment that could not be sent comes back into it. */
export function CommentBox({ open, busy, onSend }: CommentBoxProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const send = useOneAtATime(async () => {
    const comment = text.trim()
    if (comment === '') return 'open'
    setText('')
    setError(undefined)
    try {
      await onSend(comment)
    } catch (failure) {
      setText((typed) => (typed === '' ? comment : typed))
      if (failure instanceof ApiError) setError(failure.errors.comment?.[0] ?? failure.message)
    }
    return 'open'
  })
  return (
    <SubmitForm className="comment-box" onSubmit={() => void send()}>
      <Input
        aria-label="Comment"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : id}
        placeholder={open ? 'Write a comment' : 'Disabled Comments'}
        disabled={!open}
        maxLength={MOST}
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
