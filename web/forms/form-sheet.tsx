import './forms.css'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Details, Form } from '@tahanan/contract/tickets/validate.ts'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useAdmin } from '../lib/me.ts'
import { Button } from '../ui/button.tsx'
import { Sheet, SheetCancel } from '../ui/sheet.tsx'
import { SubmitForm } from '../ui/submit-form.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { type Draft, forgetDraft, readDraft } from './drafts.ts'
import { FormFields } from './form-fields.tsx'
import { initialValues, isSameValue } from './form-values.ts'
import { type FormState, useForm } from './use-form.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSave } from './use-save.ts'

/** A record as a form begins with it. */
export interface FormRecord extends Readonly<Record<string, unknown>> {
  id: number
  updated_at: string
}

/** What a form holds beside its declared fields, such as a password, which is kept in no draft. */
export interface FormAddition {
  dirty: boolean
  /** What is wrong with it now. */
  errors: () => FieldErrors
  /** What it adds to the body. */
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
  /** The record as the server has it now; it may change while the form is open. None: a new one. */
  record?: FormRecord
  /** May look but not save. */
  readOnly?: boolean
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
}

/**
 * The office's add or edit modal of anything that the contract declares a form for. What is typed is kept as a draft until
 * it is saved or given up; when somebody else saves meanwhile, both versions are shown and nothing is lost.
 */
export function FormSheet({ record, ...rest }: FormSheetProps) {
  const { email } = useAdmin()
  // a new record under one thing is not the draft of a new record under another
  const name = [rest.path, record?.id ?? 'new', ...Object.values(rest.extra ?? {})].join(' ')
  const [start, setStart] = useState<{ round: number; base?: FormRecord; draft?: Draft }>(() => ({
    round: 0,
    base: record,
    draft: rest.readOnly ? undefined : readDraft(email, name),
  }))
  return (
    <OpenForm
      key={start.round}
      {...rest}
      base={start.base}
      latest={record}
      draft={start.draft}
      account={email}
      name={name}
      onRestart={(draft) => setStart({ round: start.round + 1, base: record, draft })}
    />
  )
}

interface OpenFormProps extends Omit<FormSheetProps, 'record'> {
  base: FormRecord | undefined
  latest: FormRecord | undefined
  draft: Draft | undefined
  account: string
  name: string
  /** Begins again from the newest version, with what was typed or without. */
  onRestart: (draft: Draft | undefined) => void
}

function OpenForm(props: OpenFormProps) {
  const { declared, title, subtitle, path, noun, readOnly, extra, addition, stale, failedFiles } = props
  const { base, latest, draft, account, name, width = 600, children, onRestart, onClose } = props
  const form = useForm({
    form: declared,
    writer: 'admin',
    action: base ? 'update' : 'create',
    record: base,
    draft: draft?.values,
    extra: addition?.errors,
  })
  const newest = latest && initialValues(declared, 'admin', 'update', latest)
  const older = base && initialValues(declared, 'admin', 'update', base)
  const moved =
    newest && older
      ? Object.keys(newest).filter((key) => !isSameValue(declared.fields[key], older[key], newest[key]))
      : []
  const draftIsOld = draft?.basedOn !== undefined && draft.basedOn !== base?.updated_at
  const dirty = form.dirty || form.uploads.busy || addition?.dirty === true
  const conflict = latest !== undefined && dirty && (draftIsOld || moved.length > 0)
  const differing = newest
    ? Object.keys(newest).filter((key) => !isSameValue(declared.fields[key], form.values[key], newest[key]))
    : []
  // what changed outside the form, such as an approval, is nobody's conflict
  const basedOn = draftIsOld ? draft.basedOn : moved.length > 0 ? base?.updated_at : latest?.updated_at
  const { submit, busy } = useSave({
    form,
    path,
    record: base && { id: base.id, updated_at: basedOn ?? base.updated_at },
    draft: { account, name },
    noun,
    failedFiles,
    stale,
    onSaved: onClose,
  })
  useKeptDraft(account, name, form.changed, form.dirty && !readOnly, basedOn)

  const restart = useEffectEvent(() => onRestart(undefined))
  const follows = moved.length > 0 && !dirty && !busy
  // an untouched form follows the record; a touched one is asked about it
  useEffect(() => {
    if (follows) restart()
  }, [follows])

  return (
    <Sheet
      place="box"
      width={width}
      title={title}
      subtitle={subtitle}
      dirty={dirty}
      onClose={() => {
        forgetDraft(account, name)
        onClose()
      }}
      footer={
        <>
          <SheetCancel>{readOnly ? 'Close' : 'Cancel'}</SheetCancel>
          {!readOnly && (
            <Button kind="primary" type="submit" form={form.id} busy={busy} disabled={form.uploads.busy}>
              Submit
            </Button>
          )}
        </>
      }
    >
      <SubmitForm id={form.id} onSubmit={() => void submit({ ...(!base && extra), ...addition?.body() })}>
        <div className="form">
          {conflict && (
            <ConflictNote
              fields={declared.fields}
              theirs={latest}
              differing={differing}
              onKeepMine={() => onRestart({ values: form.changed, basedOn: latest.updated_at })}
              onTakeTheirs={() => {
                forgetDraft(account, name)
                onRestart(undefined)
              }}
            />
          )}
          {draft && !conflict && (
            <p className="help w" role="status">
              What you typed before is back. It is not saved yet.
            </p>
          )}
          {children}
          <FormFields form={form} record={base} isOpen={() => !readOnly} balanced />
          {addition?.render(form)}
        </div>
      </SubmitForm>
    </Sheet>
  )
}
