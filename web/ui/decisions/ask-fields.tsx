import '#ui/forms/form.css'
import { type Ref, useImperativeHandle } from 'react'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { confirm, type Question } from '#ui/overlays/dialogs.ts'
import { type Form, longText } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

interface Words extends Pick<Question, 'title' | 'okText' | 'danger'> {
  /** Name of the record, above the fields. */
  name: string
  /** Warning under the fields. */
  warning?: string
}

/** Asks a question with fields. Resolves to their checked values; undefined if it was cancelled. */
export async function askFields(
  form: Form,
  { name, warning, ...words }: Words,
): Promise<Details | undefined> {
  const handle: { current: Handle | null } = { current: null }
  let values: Details | undefined
  const isConfirmed = await confirm({
    ...words,
    content: <AskedFields declared={form} name={name} warning={warning} ref={handle} />,
    isReady: () => {
      values = handle.current?.check()
      return values !== undefined
    },
  })
  return isConfirmed ? values : undefined
}

const REASON = {
  fields: {
    remarks: longText({ label: 'Reason', max: LIMITS.remarks, required: 'Please input your reason!' }),
  },
}

/** Asks why a record is rejected. Resolves to the remarks; undefined if it was cancelled. */
export function askReason(about: Pick<Words, 'name' | 'warning'>): Promise<Details | undefined> {
  const words = { title: 'Do you want to reject this item?', okText: 'Reject', danger: true }
  return askFields(REASON, { ...words, ...about })
}

interface Handle {
  check: () => Details | undefined
}

interface AskedFieldsProps extends Pick<Words, 'name' | 'warning'> {
  declared: Form
  ref: Ref<Handle>
}

function AskedFields({ declared, name, warning, ref }: AskedFieldsProps) {
  const form = useForm({ form: declared, writer: 'admin', action: 'create' })
  useImperativeHandle(ref, () => ({ check: () => form.check() }))
  return (
    <div className="form" id={form.id}>
      <p className="wide num">{name}</p>
      <FormFields form={form} balanced />
      {warning && <p className="wide">{warning}</p>}
    </div>
  )
}
