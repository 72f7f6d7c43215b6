import './terms.css'
import type { ReactNode } from 'react'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { NewerVersionNote } from '#ui/forms/newer-version-note.tsx'
import type { FormState } from '#ui/forms/use-form.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { useHasSidebar } from '#ui/use-media-query.ts'

interface PreviewFormProps {
  form: FormState
  onSubmit: () => void
  children: ReactNode
}

/** Renders a form with a preview of its field `content`. The form must have this field. */
export function PreviewForm({ form, onSubmit, children }: PreviewFormProps) {
  const hasSidebar = useHasSidebar()
  return (
    <SubmitForm id={form.id} className="terms" onSubmit={onSubmit}>
      <NewerVersionNote form={form} />
      {form.isDraftRestored && form.dirty && <DraftNote />}
      <FormFields form={form} />
      {children}
      {hasSidebar && (
        <section className="preview" aria-label="As residents read it">
          <p className="label">As residents read it</p>
          <RichText value={form.values.content} />
        </section>
      )}
    </SubmitForm>
  )
}
