import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import '#ui/forms/form.css'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { certificateForm } from '@tahanan/contract/billing/withholding.ts'

/** Form with which a resident sends or replaces the tax certificate of a payment (rules 19.6). */
export function SendCertificate({ payment: { id } }: { payment: Payment }) {
  const form = useForm({ form: certificateForm, writer: 'resident', action: 'create' })
  const { submit, busy } = useSave({
    form,
    path: `/payment/${id}/certificate`,
    noun: 'Certificate',
    staleQueries: [['payment', id], ['payments']],
    onSaved: () => form.set('certificate', []),
  })
  return (
    <SubmitForm id={form.id} className="stack start" onSubmit={() => void submit()}>
      <div className="form">
        <FormFields form={form} />
      </div>
      <Button type="submit" busy={busy} disabled={form.uploads.busy}>
        Send certificate
      </Button>
    </SubmitForm>
  )
}
