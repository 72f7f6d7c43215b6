import '#ui/forms/form.css'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { KeptNote } from '#ui/forms/kept-note.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useDraftedForm } from '#ui/forms/use-drafted-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { privacyRequestForm } from '@tahanan/contract/privacy-requests/request-form.ts'
import { OWN_REQUESTS } from '../calls.ts'

/** Form with which a resident sends a request about their personal data (rules 26.24). */
export function RequestSheet({ onClose }: { onClose: () => void }) {
  const { form, close } = useDraftedForm({
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
    stale: [OWN_REQUESTS],
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
        {form.restored && form.dirty && <KeptNote />}
        <FormFields form={form} balanced />
      </div>
    </SheetForm>
  )
}
