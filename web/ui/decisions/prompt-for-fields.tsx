import '#ui/forms/form.css'
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import type { FormValues } from '#ui/forms/form-values.ts'
import { type FormState, useForm } from '#ui/forms/use-form.ts'
import { confirm, type DialogState } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import { type Form, longText } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

interface PromptOptions extends Pick<DialogState, 'title' | 'okText' | 'cancelText' | 'danger'> {
  name: ReactNode
  start?: FormValues
  warning?: string
  /**
   * Identifies the question, for example 'ticket 7 rejected'. If the user cancels, or if the caller cannot send
   * the values, the next dialog with this key starts with the same input.
   */
  inputKey?: string
}

const typedInputs = new Map<string, FormValues>()

/** Deletes the remembered input of questions about a record, once a decision on it is saved. */
export function forgetTypedInputs(recordKey: string): void {
  for (const key of typedInputs.keys()) if (key.startsWith(`${recordKey} `)) typedInputs.delete(key)
}

/**
 * Opens a dialog with a form. Resolves to the validated values, or to undefined if the user cancels. With
 * `send`, the dialog stays open until the values are saved or the user cancels. It shows errors of its fields;
 * other errors are shown in a dialog above it. If the record was changed or deleted meanwhile, the dialog closes
 * with the error and the result is undefined, because sending again cannot succeed.
 */
export async function promptForFields(
  form: Form,
  { name, warning, start, inputKey, ...words }: PromptOptions,
  send?: (values: Details) => Promise<unknown>,
): Promise<Details | undefined> {
  const formHandle: { current: PromptFormHandle | null } = { current: null }
  let sentValues: Details | undefined
  let isSending = false
  let outdatedFailure: ApiError | undefined
  const checkAndSend = async (): Promise<boolean> => {
    if (isSending) return false
    sentValues = formHandle.current?.check()
    if (!sentValues) return false
    isSending = true
    try {
      await send?.(sentValues)
    } catch (error) {
      if (error instanceof ApiError && (error.isOutdated || error.status === 404)) {
        outdatedFailure = error
        return true
      }
      const fieldErrors = error instanceof ApiError ? error.errors : {}
      if (Object.keys(fieldErrors).some((key) => Object.hasOwn(form.fields, key))) {
        formHandle.current?.showErrors(fieldErrors)
      } else {
        await showFailure(error)
      }
      return false
    } finally {
      isSending = false
    }
    return true
  }
  const promptFields = (
    <PromptFields
      formDefinition={form}
      name={name}
      warning={warning}
      start={(inputKey === undefined ? undefined : typedInputs.get(inputKey)) ?? start}
      onInput={(values) => {
        if (inputKey !== undefined) typedInputs.set(inputKey, values)
      }}
      ref={formHandle}
    />
  )
  const isConfirmed = await confirm({ ...words, content: promptFields, isReady: checkAndSend })
  if (outdatedFailure) await showFailure(outdatedFailure)
  return isConfirmed && !outdatedFailure ? sentValues : undefined
}

const REASON_FORM = {
  fields: {
    remarks: longText({ label: 'Reason', max: LIMITS.remarks, required: 'Please input your reason!' }),
  },
}

interface ReasonPromptOptions extends Pick<PromptOptions, 'name' | 'warning'> {
  /** Identifies the records to reject, for example 'ticket 7'. */
  recordKey: string
  remarks?: string
  title?: string
}

/**
 * Asks for the reason of a rejection. The initial text is `remarks`, or the reason that was typed before for
 * the same records and remarks. Resolves to undefined if the user cancels.
 */
export const promptForReason = ({
  recordKey,
  remarks = '',
  ...about
}: ReasonPromptOptions): Promise<Details | undefined> =>
  promptForFields(REASON_FORM, {
    title: 'Do you want to reject this item?',
    okText: 'Reject',
    danger: true,
    ...about,
    start: { remarks },
    // If the remarks change, for example because the record is rejected, an older reason must not replace them.
    inputKey: `${recordKey} rejected ${remarks}`,
  })

type PromptFormHandle = Pick<FormState, 'check' | 'showErrors'>

interface PromptFieldsProps extends Pick<PromptOptions, 'name' | 'start' | 'warning'> {
  formDefinition: Form
  onInput: (values: FormValues) => void
  ref: Ref<PromptFormHandle>
}

/**
 * Sets the initial focus on the first field. Otherwise the browser would focus the list of selected records
 * above the fields, because this list can scroll.
 */
function setAutofocusOnFirstField(fields: HTMLElement | null): void {
  const field = fields?.querySelector('input, select, textarea')
  if (field && !field.matches('[type="radio"]')) field.setAttribute('autofocus', '')
}

function PromptFields({ formDefinition, name, warning, start, onInput, ref }: PromptFieldsProps) {
  const form = useForm({ form: formDefinition, writer: 'admin', action: 'create', start })
  useImperativeHandle(ref, () => form)
  useEffect(() => onInput(form.values), [onInput, form.values])
  return (
    <div className="form" id={form.id} ref={setAutofocusOnFirstField}>
      <div className="wide num">{name}</div>
      <FormFields form={form} balanced />
      {warning && <p className="wide">{warning}</p>}
    </div>
  )
}
