import './feedback.css'
import { feedbackForm } from '@tahanan/contract/content/forms.ts'
import { readForm } from '@tahanan/contract/forms/validate.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { readDraft } from '../../ui/forms/drafts.ts'
import { useKeptDraft } from '../../ui/forms/use-kept-draft.ts'
import { api, ApiError } from '../../lib/api/api.ts'
import { useResident } from '../../lib/api/me.ts'
import { communityTimeZone } from '../../lib/time.ts'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, FieldMessage } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/input.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { SubmitForm } from '../../ui/controls/submit-form.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { StarChoice } from './star-choice.tsx'

interface FeedbackPanelProps {
  /** Stars chosen already. */
  rate?: number
  /** Subject, such as the ticket that was completed. */
  about?: string
  onClose: () => void
}

const DRAFT = 'feedback'
const message = feedbackForm.fields.message

/** Feedback of a resident: 1 to 5 stars and a few words (rules 9.27). */
export default function FeedbackPanel({ rate: begun, about, onClose }: FeedbackPanelProps) {
  const { clientCode } = useResident()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readDraft(clientCode, DRAFT)?.values)
  const [rate, setRate] = useState<number | undefined>(begun ?? (draft?.rate as number | undefined))
  const [words, setWords] = useState(String(draft?.message ?? ''))
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const dirty = words.trim() !== '' || (rate !== undefined && rate !== begun)
  const forget = useKeptDraft(clientCode, DRAFT, { changed: { rate, message: words }, before: {} }, dirty)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Readonly<Record<string, unknown>>) => api.post<unknown>('/feedback', body),
  })

  const refuse = (told: Readonly<Record<string, string[]>>): void => {
    setErrors(told)
    form.current?.querySelector<HTMLElement>(told.rate ? 'input' : 'textarea')?.focus()
  }
  const close = (): void => {
    forget()
    onClose()
  }
  const submit = useOneAtATime(async () => {
    const context = {
      writer: 'resident',
      action: 'create',
      timeZone: communityTimeZone(),
      now: new Date(),
    } as const
    const read = readForm(feedbackForm, { rate, message: words }, context)
    if (Object.keys(read.errors).length > 0) {
      refuse(read.errors)
      return 'open'
    }
    try {
      await mutateAsync(read.values)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) refuse(failure.errors)
      return 'open'
    }
    toast.success('Thank you. The PMO has your feedback.')
    close()
    return 'done'
  })
  return (
    <Sheet
      title="Feedback"
      subtitle={about}
      dirty={dirty}
      onClose={close}
      footer={
        <Button kind="primary" type="submit" form={id} busy={isPending}>
          Send feedback
        </Button>
      }
    >
      <SubmitForm id={id} ref={form} className="feedback" onSubmit={() => void submit()}>
        <div className="field">
          <StarChoice
            legend="How satisfied are you with the PMO?"
            value={rate}
            describedBy={errors.rate ? `${id}-rate` : undefined}
            onChange={(next) => {
              setRate(next)
              setErrors({})
            }}
          />
          <FieldMessage id={`${id}-rate`} error={errors.rate?.[0]} />
        </div>
        <Field
          label="In your words"
          error={errors.message?.[0]}
          help="What went well, and what should be better?"
        >
          <TextArea
            value={words}
            rows={5}
            maxLength={message?.kind === 'text' ? message.max : undefined}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
      </SubmitForm>
    </Sheet>
  )
}
