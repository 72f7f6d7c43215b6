import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import type { Editor } from '@tiptap/core'
import {
  Bold,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Redo2,
  Strikethrough,
  Table,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { withLineAfter } from './line-after.ts'
import { HEADING_LEVELS } from './schema.ts'
import type { Marks } from './use-marks.ts'

interface ToolbarProps {
  ref: Ref<HTMLDivElement>
  editor: Editor
  marks: Marks
  /** Id of the text it works on. */
  controls: string
  onLink: () => void
  onPictures: (files: File[]) => void
}

interface Tool {
  label: string
  keys?: string
  icon: LucideIcon
  /** Undefined where it does something once instead of being on or off. */
  on?: boolean
  off?: boolean
  /** None: it opens the choice of files. */
  press?: () => void
}

/** Groups of tools; the lines between them are drawn from it. */
function toolGroups({ editor, marks, onLink }: ToolbarProps): Tool[][] {
  const chain = () => editor.chain().focus()
  return [
    [
      { label: 'Bold', keys: 'Ctrl+B', icon: Bold, on: marks.bold, press: () => chain().toggleBold().run() },
      {
        label: 'Italic',
        keys: 'Ctrl+I',
        icon: Italic,
        on: marks.italic,
        press: () => chain().toggleItalic().run(),
      },
      {
        label: 'Underline',
        keys: 'Ctrl+U',
        icon: Underline,
        on: marks.underline,
        press: () => chain().toggleUnderline().run(),
      },
      {
        label: 'Strikethrough',
        icon: Strikethrough,
        on: marks.strike,
        press: () => chain().toggleStrike().run(),
      },
      { label: 'Link', keys: 'Ctrl+K', icon: Link, on: marks.link, press: onLink },
    ],
    [
      {
        label: 'Bulleted list',
        icon: List,
        on: marks.bulletList,
        press: () => chain().toggleBulletList().run(),
      },
      {
        label: 'Numbered list',
        icon: ListOrdered,
        on: marks.orderedList,
        press: () => chain().toggleOrderedList().run(),
      },
      {
        label: 'Quote',
        icon: TextQuote,
        on: marks.blockquote,
        press: () => chain().toggleBlockquote().run(),
      },
    ],
    [
      {
        label: 'Align left',
        icon: TextAlignStart,
        on: marks.left,
        press: () => chain().unsetTextAlign().run(),
      },
      {
        label: 'Centre',
        icon: TextAlignCenter,
        on: marks.center,
        press: () => chain().setTextAlign('center').run(),
      },
      {
        label: 'Align right',
        icon: TextAlignEnd,
        on: marks.right,
        press: () => chain().setTextAlign('right').run(),
      },
    ],
    [
      { label: 'Insert pictures', icon: ImagePlus },
      {
        label: 'Insert a table',
        icon: Table,
        off: marks.table,
        press: () =>
          chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).command(withLineAfter).run(),
      },
      { label: 'Insert a line', icon: Minus, press: () => chain().setHorizontalRule().run() },
    ],
    [
      { label: 'Undo', keys: 'Ctrl+Z', icon: Undo2, off: !marks.canUndo, press: () => chain().undo().run() },
      { label: 'Redo', keys: 'Ctrl+Y', icon: Redo2, off: !marks.canRedo, press: () => chain().redo().run() },
    ],
  ]
}

/** The editor's tools: one stop of the Tab key, the arrow keys move inside. */
export function Toolbar(props: ToolbarProps) {
  const { ref, editor, marks, controls, onPictures } = props
  const picker = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState(0)
  const groups = toolGroups(props)

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('select, button')]
    const here = stops.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowLeft: here - 1 + stops.length,
      Home: 0,
      End: stops.length - 1,
    }
    const to = steps[event.key]
    if (event.key === 'Escape') {
      // back into the text; the dialog around it stays
      event.preventDefault()
      event.stopPropagation()
      editor.commands.focus()
    }
    if (to === undefined) return
    event.preventDefault()
    stops[to % stops.length]?.focus()
  }
  let stop = 0
  return (
    <div
      className="tools"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      ref={ref}
      tabIndex={-1}
      onKeyDown={move}
    >
      <select
        aria-label="Kind of text"
        value={marks.block}
        tabIndex={at === 0 ? 0 : -1}
        onFocus={() => setAt(0)}
        onChange={({ target: { value } }) => {
          const level = HEADING_LEVELS.find((one) => value === `h${one}`)
          if (level === undefined) editor.chain().focus().setParagraph().run()
          else editor.chain().focus().setHeading({ level }).run()
        }}
      >
        <option value="paragraph">Text</option>
        {HEADING_LEVELS.map((level) => (
          <option key={level} value={`h${level}`}>
            Heading {level}
          </option>
        ))}
        {marks.block === 'other' && <option value="other">–</option>}
      </select>
      {groups.map((tools) => (
        <div className="tools-group" key={tools[0]?.label}>
          {tools.map(({ label, keys, icon: Icon, on, off, press }) => {
            const place = ++stop
            return (
              <button
                type="button"
                key={label}
                aria-label={label}
                title={keys === undefined ? label : `${label} (${keys})`}
                aria-pressed={on}
                aria-disabled={off || undefined}
                tabIndex={at === place ? 0 : -1}
                onFocus={() => setAt(place)}
                // the cursor stays where it is in the text
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (off) return
                  if (press) press()
                  else picker.current?.click()
                }}
              >
                <Icon />
              </button>
            )
          })}
        </div>
      ))}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={FILE_KINDS.image.mimes.join(',')}
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
