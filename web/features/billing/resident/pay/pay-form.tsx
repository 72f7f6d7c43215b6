import type { ReactNode } from 'react'
import { FormFields } from '../../../../ui/forms/form-fields.tsx'
import type { FormState } from '../../../../ui/forms/use-form.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { SubmitForm } from '../../../../ui/controls/submit-form.tsx'
import { ChargeField, type ChargeChoice } from '../../charges/charge-field.tsx'
import { WithheldNote } from '../../withholding/withheld-note.tsx'

interface PayFormProps {
  form: FormState
  charges: ChargeChoice
  submitLabel: string
  busy: boolean
  /** Reason of the disabled button. */
  blocked?: string
  /** Note above the fields. */
  note?: ReactNode
  /** Fields that only tell, before those that are filled in. */
  children?: ReactNode
  onSubmit: () => void
}

/** A form on a page, its button within the thumb's reach on a phone. */
export function PayForm(props: PayFormProps) {
  const { form, charges, submitLabel, busy, note, children, onSubmit } = props
  const blocked = props.blocked ?? (form.uploads.busy ? 'The certificate is still uploading.' : undefined)
  return (
    <SubmitForm
      id={form.id}
      className="payform"
      onSubmit={() => {
        if (blocked === undefined) onSubmit()
      }}
    >
      {note}
      <div className="form">
        {children}
        <ChargeField {...charges} />
        <FormFields form={form} renderAfter={(key) => <WithheldNote after={key} form={form} />} />
      </div>
      <footer>
        {blocked !== undefined && (
          <p className="help" id={`${form.id}-why`}>
            {blocked}
          </p>
        )}
        <Button
          kind="primary"
          type="submit"
          busy={busy}
          disabled={blocked !== undefined}
          aria-describedby={blocked === undefined ? undefined : `${form.id}-why`}
        >
          {submitLabel}
        </Button>
      </footer>
    </SubmitForm>
  )
}
