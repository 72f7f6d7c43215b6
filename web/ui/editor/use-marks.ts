import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { HEADING_LEVELS } from './schema.ts'

/** Formats at the cursor, for the toolbar. */
export interface Marks {
  /** `paragraph`, `h1` to `h3`, or `other`. */
  block: string
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  bulletList: boolean
  orderedList: boolean
  blockquote: boolean
  link: boolean
  left: boolean
  center: boolean
  right: boolean
  table: boolean
  picture: boolean
  /** Text alternative of the chosen picture. */
  alt: string
  canUndo: boolean
  canRedo: boolean
}

export function useMarks(editor: Editor): Marks {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const isActive = (name: string, attrs?: Record<string, unknown>) => now.isActive(name, attrs)
      const isAligned = (textAlign: string) => now.isActive({ textAlign })
      const level = HEADING_LEVELS.find((one) => isActive('heading', { level: one }))
      const alt: unknown = now.getAttributes('image').alt
      return {
        block: level === undefined ? (isActive('paragraph') ? 'paragraph' : 'other') : `h${level}`,
        bold: isActive('bold'),
        italic: isActive('italic'),
        underline: isActive('underline'),
        strike: isActive('strike'),
        bulletList: isActive('bulletList'),
        orderedList: isActive('orderedList'),
        blockquote: isActive('blockquote'),
        link: isActive('link'),
        left: !isAligned('center') && !isAligned('right'),
        center: isAligned('center'),
        right: isAligned('right'),
        table: isActive('table'),
        picture: isActive('image'),
        alt: typeof alt === 'string' ? alt : '',
        canUndo: now.can().undo(),
        canRedo: now.can().redo(),
      }
    },
  })
}
