import './form.css'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { FormFields } from './form-fields.tsx'
import type { FormValues } from './form-values.ts'
import { KeptNote } from './kept-note.tsx'
import { NewerNote } from './newer-note.tsx'
import { SheetForm } from './sheet-form.tsx'
import { useDraftedForm } from './use-drafted-form.ts'
import type { FormState } from './use-form.ts'
import { useSave } from './use-save.ts'

/** A record as a form begins with it. */
export interface FormRecord extends Readonly<Record<string, unknown>> {
  id: number
  updated_at: string
}

/** A part of a form beside its declared fields, such as a password, which is kept in no draft. */
export interface FormAddition {
  dirty: boolean
  /** Returns its present errors. */
  errors: () => FieldErrors
  /** Returns its part of the body. */
  body: () => Details
  /** Its controls, below the fields. */
  render: (form: FormState) => ReactNode
}

interface FormSheetProps {
  declared: Form
  /** 'ADD ANNOUNCEMENT' */
  title: string
  subtitle?: ReactNode
  /** `/post`: posted to when new, put under its id otherwise. */
  path: string
  /** 'Post', of 'Post added successfully.' */
  noun: string
  /** Returns the name of the saved record, for the toast. */
  nameOf?: (saved: Details) => string
  /** The record as the server has it now; it may change while the form is open. None: a new one. */
  record?: FormRecord
  /** May look but not save. */
  readOnly?: boolean
  /** Values that a new record begins with. */
  start?: FormValues
  /** Sent along with a new record, such as what it stands under. */
  extra?: Details
  addition?: FormAddition
  /** Queries that hold older versions of the record. */
  stale: readonly QueryKey[]
  failedFiles?: string
  /** 600 or 1000 pixels. */
  width?: number
  /** Stands above the fields. */
  children?: ReactNode
  onClose: () => void
  /** Takes the record as it was saved; the sheet is closed already. */
  onSaved?: (saved: object) => void
}

/**
 * The office's add or edit modal of anything that the contract declares a form for. What is typed is kept as a draft until
 * it is saved or given up; when somebody else saves meanwhile, nothing is lost.
 */
export function FormSheet(props: FormSheetProps) {
  const { declared, path, noun, nameOf, record, readOnly, start, extra, addition, stale, failedFiles } = props
  const { title, subtitle, width, children, onClose } = props
  // a new record under one thing is not the draft of a new record under another
  const name = [path, record?.id ?? 'new', ...Object.values(extra ?? {})].join(' ')
  const { form, close } = useDraftedForm({
    name,
    readOnly,
    form: declared,
    writer: 'admin',
    action: record ? 'update' : 'create',
    record,
    start,
    extra: addition?.errors,
    onClose,
  })
  const { submit, busy } = useSave({
    form,
    path,
    id: record?.id,
    noun,
    nameOf,
    failedFiles,
    stale,
    onSaved: (saved) => {
      close()
      if (saved) props.onSaved?.(saved)
    },
  })
  const dirty = form.dirty || form.uploads.busy || addition?.dirty === true
  return (
    <SheetForm
      id={form.id}
      place="box"
      width={width}
      title={title}
      subtitle={subtitle}
      dirty={dirty}
      busy={busy}
      disabled={form.uploads.busy}
      readOnly={readOnly}
      onClose={close}
      onSubmit={() => submit({ ...(!record && extra), ...addition?.body() })}
    >
      <div className="form">
        <NewerNote form={form} closed={readOnly ? Object.keys(form.changed) : undefined} />
        {form.restored && form.dirty && <KeptNote />}
        {children}
        <FormFields form={form} record={record} isOpen={() => !readOnly} balanced />
        {addition?.render(form)}
      </div>
    </SheetForm>
  )
}
