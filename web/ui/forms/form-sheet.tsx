import './form.css'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { DraftNote } from './draft-note.tsx'
import { FormFields } from './form-fields.tsx'
import type { FormValues } from './form-values.ts'
import { NewerVersionNote } from './newer-version-note.tsx'
import type { ErrorConfirmations } from './send-with-confirmations.ts'
import { SheetForm } from './sheet-form.tsx'
import { useFormWithDraft } from './use-form-with-draft.ts'
import type { FormState } from './use-form.ts'
import { useSave } from './use-save.ts'

export interface EditableRow extends Readonly<Record<string, unknown>> {
  id: number
  updated_at: string
}

/** Part of a form that is not a declared field, such as a password. It is not stored in drafts. */
export interface FormAddition {
  dirty: boolean
  errors: () => FieldErrors
  body: () => Details
  render: (form: FormState) => ReactNode
}

interface FormSheetProps {
  formDefinition: Form
  title: ReactNode
  subtitle?: ReactNode
  path: string
  noun: string
  /** Title of the toast. Default: the noun with 'added successfully.' or 'edited successfully.' */
  successMessage?: string
  submitLabel?: string
  getName?: (savedRow: Details) => string
  /** Newest version from the server, which may change while the form is open. Undefined for a new record. */
  record?: EditableRow
  readOnly?: boolean
  /**
   * True if somebody else deleted the record. The typed input stays visible, so that the user can copy it.
   */
  isGone?: boolean
  start?: FormValues
  extraValues?: Details
  addition?: FormAddition
  confirmSave?: (body: Details) => Promise<boolean>
  questions?: ErrorConfirmations
  staleQueries: readonly QueryKey[]
  failedFiles?: string
  width?: number
  sideContent?: ReactNode
  children?: ReactNode
  onClose: () => void
  onSaved?: (savedRow: object) => void
}

export function FormSheet(props: FormSheetProps) {
  const {
    formDefinition,
    path,
    noun,
    getName,
    record,
    start,
    extraValues,
    addition,
    staleQueries,
    failedFiles,
  } = props
  const { title, subtitle, width, sideContent, isGone = false, children, onClose } = props
  const readOnly = props.readOnly || isGone
  // The parent's id is part of the draft's name, so that each parent has its own draft of a new record.
  const name = [path, record?.id ?? 'new', ...Object.values(extraValues ?? {})].join(' ')
  const { form, close } = useFormWithDraft({
    name,
    readOnly,
    form: formDefinition,
    writer: 'admin',
    action: record ? 'update' : 'create',
    record,
    start,
    getExtraErrors: addition?.errors,
    onClose,
  })
  const { submit, busy } = useSave({
    form,
    path,
    id: record?.id,
    noun,
    done: props.successMessage,
    getName,
    failedFiles,
    staleQueries,
    // Not with an addition, because it may be a password, which must not be stored in the browser.
    isDrafted: addition === undefined,
    confirmSave: props.confirmSave,
    questions: props.questions,
    onSaved: (savedRow) => {
      close()
      if (savedRow) props.onSaved?.(savedRow)
    },
  })
  useMissingRecord(isGone && !form.dirty, close)
  const dirty = form.dirty || form.uploads.busy || addition?.dirty === true
  return (
    <SheetForm
      id={form.id}
      submitLabel={props.submitLabel}
      place="box"
      width={width}
      title={title}
      subtitle={subtitle}
      dirty={dirty}
      busy={busy}
      disabled={form.uploads.busy}
      readOnly={readOnly}
      sideContent={sideContent}
      onClose={close}
      onSubmit={() => submit({ ...(!record && extraValues), ...addition?.body() })}
    >
      <div className="form">
        <NewerVersionNote
          form={form}
          lastChange={isGone ? 'This was deleted meanwhile.' : readOnly ? 'Your access changed.' : undefined}
          closedKeys={readOnly ? Object.keys(form.changed) : undefined}
        />
        {form.isDraftRestored && form.dirty && <DraftNote />}
        {children}
        <FormFields form={form} record={record} isOpen={() => !readOnly} balanced />
        {addition?.render(form)}
      </div>
    </SheetForm>
  )
}
