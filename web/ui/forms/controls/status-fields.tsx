import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { toText } from '#lib/record-values.ts'
import { Field } from '#ui/controls/field.tsx'
import { TextArea } from '#ui/controls/input.tsx'
import { StatusPicker } from '#ui/controls/status-picker.tsx'
import type { FormState } from '../use-form.ts'

interface StatusFieldsProps {
  form: FormState
  status: number
  choices: readonly number[]
  renderTag?: (status: number) => ReactNode
  note: string | undefined
  alert?: string | undefined
  remarks: { limit: number; isOpen: boolean; help?: string | undefined }
}

export function StatusFields({ form, status, choices, renderTag, note, alert, remarks }: StatusFieldsProps) {
  const { errors } = form
  return (
    <>
      <Field label="Status" required error={errors.status}>
        <StatusPicker
          value={status}
          choices={choices}
          renderTag={renderTag}
          disabled={form.isLocked || choices.length === 0}
          onChange={(chosenStatus) => form.set('status', chosenStatus)}
        />
      </Field>
      {note && (
        <p className="note">
          <Info />
          <span>{note}</span>
        </p>
      )}
      {alert && (
        <p className="callout" role="alert">
          <TriangleAlert />
          {alert}
        </p>
      )}
      <Field label="Remarks" required={alert !== undefined} error={errors.remarks} help={remarks.help}>
        <TextArea
          value={toText(form.values.remarks)}
          limit={remarks.limit}
          disabled={form.isLocked || !remarks.isOpen}
          onChange={(event) => form.set('remarks', event.target.value)}
        />
      </Field>
    </>
  )
}
