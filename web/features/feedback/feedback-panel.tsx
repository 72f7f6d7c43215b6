import './feedback.css'
import { useState } from 'react'
import { useResident } from '#lib/api/me.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field, FieldMessage } from '#ui/controls/field.tsx'
import { TextArea } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { loadDraft } from '#ui/forms/drafts.ts'
import { useDraftAutosave } from '#ui/forms/use-draft-autosave.ts'
import { useForm } from '#ui/forms/use-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { feedbackForm } from '@tahanan/contract/feedback/feedback-form.ts'
import { StarChoice } from './star-choice.tsx'

const DRAFT_NAME = 'feedback'

/** Form for a resident's feedback: 1 to 5 stars and a comment (rules 9.27). */
export default function FeedbackPanel(props: { rate?: number; ticketNumber?: string; onClose: () => void }) {
  const { rate: initialRate, ticketNumber, onClose } = props
  const { clientCode } = useResident()
  const [draft] = useState(() => {
    const storedDraft = loadDraft(clientCode, DRAFT_NAME)
    return (
      storedDraft && {
        ...storedDraft,
        values: { ...storedDraft.values, ...(initialRate && { rate: initialRate }) },
      }
    )
  })
  const form = useForm({
    form: feedbackForm,
    writer: 'resident',
    action: 'create',
    start: { rate: initialRate },
    draft,
  })
  const { id, errors, dirty } = form
  const rate = typeof form.values.rate === 'number' ? form.values.rate : undefined
  const forgetDraft = useDraftAutosave(clientCode, DRAFT_NAME, form, dirty)
  const close = (): void => {
    forgetDraft()
    onClose()
  }
  const { submit, busy } = useSave({
    form,
    path: '/feedback',
    noun: 'Feedback',
    done: 'Thank you. The PMO has your feedback.',
    staleQueries: [],
    onSaved: close,
  })
  return (
    <Sheet
      title="Feedback"
      subtitle={ticketNumber}
      dirty={dirty}
      onClose={close}
      footer={
        <Button kind="primary" type="submit" form={id} busy={busy}>
          Send feedback
        </Button>
      }
    >
      <SubmitForm id={id} className="feedback stack gap-5" onSubmit={() => void submit()}>
        <div className="field">
          <StarChoice
            legend="How satisfied are you with the PMO?"
            value={rate}
            describedBy={errors.rate ? `${id}-rate` : undefined}
            onChange={(next) => form.set('rate', next)}
          />
          <FieldMessage id={`${id}-rate`} error={errors.rate} />
        </div>
        <Field label="In your words" error={errors.message} help="What went well, and what should be better?">
          <TextArea
            value={String(form.values.message)}
            rows={5}
            limit={feedbackForm.fields.message.max}
            onChange={(event) => form.set('message', event.target.value)}
          />
        </Field>
      </SubmitForm>
    </Sheet>
  )
}
