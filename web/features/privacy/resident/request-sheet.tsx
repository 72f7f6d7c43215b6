import '#ui/forms/form.css'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { privacyRequestForm } from '@tahanan/contract/privacy-requests/request-form.ts'
import { OWN_REQUESTS } from '../calls.ts'

/** Form with which a resident sends a request about their personal data (rules 26.24). */
export function RequestSheet({ onClose }: { onClose: () => void }) {
  const { form, close } = useFormWithDraft({
    name: 'privacy request',
    form: privacyRequestForm,
    writer: 'resident',
    action: 'create',
    onClose,
  })
  const { submit, busy } = useSave({
    form,
    path: '/own-privacy-request',
    noun: 'Request',
    done: 'Your request was sent.',
    isDrafted: true,
    staleQueries: [OWN_REQUESTS],
    onSaved: close,
  })
  return (
    <SheetForm
      id={form.id}
      title="New request"
      subtitle="The office answers on this page, and you get a notification."
      submitLabel="Send request"
      dirty={form.dirty}
      busy={busy}
      onClose={close}
      onSubmit={() => submit()}
    >
      <div className="form">
        {form.isDraftRestored && form.dirty && <DraftNote />}
        <FormFields form={form} balanced />
      </div>
    </SheetForm>
  )
}
