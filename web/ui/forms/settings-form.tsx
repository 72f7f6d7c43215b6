import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { DraftNote } from './draft-note.tsx'
import { NewerVersionNote } from './newer-version-note.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

interface SettingsFormProps extends Pick<ComponentProps<typeof NewerVersionNote>, 'otherFields'> {
  form: SettingsFormState
  className: string
  title?: string
  submitLabel: string
  readOnly?: boolean
  children: ReactNode
}

export function SettingsForm(props: SettingsFormProps) {
  const { form, className, title, submitLabel, readOnly, otherFields, children } = props
  return (
    <SubmitForm id={form.id} className={className} onSubmit={() => void form.submit()}>
      {title !== undefined && <h2>{title}</h2>}
      <NewerVersionNote
        form={form}
        otherFields={otherFields}
        lastChange={readOnly ? 'Your access changed.' : undefined}
        closedKeys={readOnly ? Object.keys(form.changed) : undefined}
      />
      {form.isDraftRestored && form.dirty && <DraftNote />}
      {children}
      {!readOnly && (
        <div className="acts">
          <Button kind="primary" type="submit" busy={form.busy} disabled={!form.isChanged}>
            {submitLabel}
          </Button>
          {form.isChanged && (
            <Button kind="quiet" onClick={form.undo}>
              Undo changes
            </Button>
          )}
        </div>
      )}
    </SubmitForm>
  )
}
