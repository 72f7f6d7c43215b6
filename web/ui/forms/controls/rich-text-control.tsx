import './rich-text-control.css'
import { lazy, Suspense, useId } from 'react'
import { FieldMessage } from '../../controls/field.tsx'
import { RichText } from '../../rich-text/rich-text.tsx'
import { Bar } from '../../lists/skeletons.tsx'
import type { UploadState } from '../../uploads/use-uploads.ts'

// the editor weighs as much as a whole page, so it comes when somebody writes
const RichTextEditor = lazy(() => import('../../editor/rich-text-editor.tsx'))

interface RichTextControlProps {
  label: string
  required: boolean
  error?: string
  help?: string
  /** The document (ProseMirror JSON) that the editor starts with; later ones are told, not taken. */
  value: unknown
  disabled: boolean
  onChange: (document: unknown) => void
  /** Pictures on their way. */
  onState: (state: UploadState) => void
}

/** A text with headings, lists, links, tables and pictures. */
export function RichTextControl(props: RichTextControlProps) {
  const { label, required, error, help, value, disabled, onChange, onState } = props
  const id = useId()
  const told = error !== undefined || help ? `${id}-help` : undefined
  return (
    <div className="field wide">
      <span className="label" id={id}>
        {label}
        {required && <i aria-hidden>*</i>}
      </span>
      {disabled ? (
        <div className="rich-read">
          <RichText value={value} />
        </div>
      ) : (
        <Suspense fallback={<EditorSkeleton />}>
          <RichTextEditor
            labelId={id}
            describedBy={told}
            invalid={error !== undefined}
            initial={value}
            onChange={onChange}
            onState={onState}
          />
        </Suspense>
      )}
      <FieldMessage id={told} error={error} help={help} />
    </div>
  )
}

function EditorSkeleton() {
  return (
    <div className="editor wait" role="status" aria-label="Loading the editor">
      <Bar width="60%" height={24} />
      <Bar width="100%" height={120} />
    </div>
  )
}
