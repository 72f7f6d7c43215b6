import './rich-text-control.css'
import { lazy, Suspense } from 'react'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { SkeletonBars } from '#ui/lists/skeletons.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { UploadState } from '#ui/uploads/uploads.ts'

const SKELETON_BARS = [
  ['60%', 24],
  ['100%', 120],
] as const
// Loaded when the first editor is shown, because the editor's code is as large as a whole page.
const RichTextEditor = lazy(() => import('#ui/editor/rich-text-editor.tsx'))

interface RichTextControlProps extends FieldControlProps {
  value: unknown
  disabled: boolean
  onChange: (document: unknown) => void
  onState: (state: UploadState) => void
}

export function RichTextControl({ value, disabled, onChange, onState, ...aria }: RichTextControlProps) {
  if (disabled) {
    return (
      <div className="rich-read">
        <RichText value={value} />
      </div>
    )
  }
  return (
    <Suspense
      fallback={
        <SkeletonBars className="editor wait stack" label="Loading the editor" bars={SKELETON_BARS} />
      }
    >
      <RichTextEditor {...aria} initialContent={value} onChange={onChange} onState={onState} />
    </Suspense>
  )
}
