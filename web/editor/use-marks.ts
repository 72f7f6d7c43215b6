import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { HEADING_LEVELS } from './schema.ts'

/** What the cursor stands in, for the toolbar. */
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
  /** What the chosen picture says to those who do not see it. */
  alt: string
  canUndo: boolean
  canRedo: boolean
}

export function useMarks(editor: Editor): Marks {
  return useEditorState({
    editor,
    selector: ({ editor: { isActive, getAttributes, can } }) => {
      const level = HEADING_LEVELS.find((one) => isActive('heading', { level: one }))
      const alt: unknown = getAttributes('image').alt
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
        left: !isActive({ textAlign: 'center' }) && !isActive({ textAlign: 'right' }),
        center: isActive({ textAlign: 'center' }),
        right: isActive({ textAlign: 'right' }),
        table: isActive('table'),
        picture: isActive('image'),
        alt: typeof alt === 'string' ? alt : '',
        canUndo: can().undo(),
        canRedo: can().redo(),
      }
    },
  })
}
