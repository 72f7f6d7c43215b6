import './toolbar.css'
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
import { moveFocus } from '#lib/move-focus.ts'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { appendEmptyLine } from './find-picture-position.ts'
import { HEADING_LEVELS } from './schema.ts'

interface ToolbarProps {
  ref: Ref<HTMLDivElement>
  editor: Editor
  controls: string
  onLink: () => void
  onPictures: (files: File[]) => void
}

interface ToolbarButton {
  label: string
  keys?: string
  icon: LucideIcon
  on?: boolean
  isDisabled?: boolean
  /** Runs the tool. Undefined for the picture tool, which opens the file picker instead. */
  run?: () => void
}

type ToggleCommand =
  | `toggle${'Bold' | 'Italic' | 'Underline' | 'Strike'}`
  | `toggle${'BulletList' | 'OrderedList' | 'Blockquote'}`

function getToolGroups({ editor, onLink }: ToolbarProps): ToolbarButton[][] {
  const startCommandChain = () => editor.chain().focus()
  const createToggleTool = (
    label: string,
    icon: LucideIcon,
    name: string,
    command: ToggleCommand,
    keys?: string,
  ) => ({
    label,
    keys,
    icon,
    on: editor.isActive(name),
    run: () => startCommandChain()[command]().run(),
  })
  const createAlignTool = (label: string, icon: LucideIcon, side: 'center' | 'right') => ({
    label,
    icon,
    on: editor.isActive({ textAlign: side }),
    run: () => startCommandChain().setTextAlign(side).run(),
  })
  const centreTool = createAlignTool('Centre', TextAlignCenter, 'center')
  const alignRightTool = createAlignTool('Align right', TextAlignEnd, 'right')
  const alignLeftTool = {
    label: 'Align left',
    icon: TextAlignStart,
    on: !centreTool.on && !alignRightTool.on,
    run: () => startCommandChain().unsetTextAlign().run(),
  }
  const tableTool = {
    label: 'Insert a table',
    icon: Table,
    isDisabled: editor.isActive('table'),
    run: () =>
      startCommandChain()
        .insertTable({ rows: 3, cols: 3, withHeaderRow: true })
        .command(appendEmptyLine)
        .run(),
  }
  const { undo, redo } = editor.can()
  return [
    [
      createToggleTool('Bold', Bold, 'bold', 'toggleBold', 'Ctrl+B'),
      createToggleTool('Italic', Italic, 'italic', 'toggleItalic', 'Ctrl+I'),
      createToggleTool('Underline', Underline, 'underline', 'toggleUnderline', 'Ctrl+U'),
      createToggleTool('Strikethrough', Strikethrough, 'strike', 'toggleStrike'),
      { label: 'Link', keys: 'Ctrl+K', icon: Link, on: editor.isActive('link'), run: onLink },
    ],
    [
      createToggleTool('Bulleted list', List, 'bulletList', 'toggleBulletList'),
      createToggleTool('Numbered list', ListOrdered, 'orderedList', 'toggleOrderedList'),
      createToggleTool('Quote', TextQuote, 'blockquote', 'toggleBlockquote'),
    ],
    [alignLeftTool, centreTool, alignRightTool],
    [
      { label: 'Insert pictures', icon: ImagePlus },
      tableTool,
      { label: 'Insert a line', icon: Minus, run: () => startCommandChain().setHorizontalRule().run() },
    ],
    [
      {
        label: 'Undo',
        keys: 'Ctrl+Z',
        icon: Undo2,
        isDisabled: !undo(),
        run: () => startCommandChain().undo().run(),
      },
      {
        label: 'Redo',
        keys: 'Ctrl+Y',
        icon: Redo2,
        isDisabled: !redo(),
        run: () => startCommandChain().redo().run(),
      },
    ],
  ]
}

export function Toolbar(props: ToolbarProps) {
  const { ref, editor, controls, onPictures } = props
  const fileInput = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState(0)
  const groups = getToolGroups(props)

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      editor.commands.focus()
    }
    moveFocus(event, 'across', event.currentTarget.querySelectorAll('select, button'))
  }
  const heading = HEADING_LEVELS.find((level) => editor.isActive('heading', { level }))
  const blockType = heading ? `h${heading}` : editor.isActive('paragraph') ? 'paragraph' : 'other'
  let lastToolPosition = 0
  return (
    <div
      className="tools"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      ref={ref}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <select
        aria-label="Kind of text"
        value={blockType}
        tabIndex={at === 0 ? 0 : -1}
        onFocus={() => setAt(0)}
        onChange={({ target: { value } }) => {
          const chosenLevel = HEADING_LEVELS.find((level) => value === `h${level}`)
          if (chosenLevel === undefined) editor.chain().focus().setParagraph().run()
          else editor.chain().focus().setHeading({ level: chosenLevel }).run()
        }}
      >
        <option value="paragraph">Text</option>
        {HEADING_LEVELS.map((level) => (
          <option key={level} value={`h${level}`}>
            Heading {level}
          </option>
        ))}
        {blockType === 'other' && <option value="other">–</option>}
      </select>
      {groups.map((tools) => (
        <div className="tools-group" key={tools[0]?.label}>
          {tools.map(({ label, keys, icon: Icon, on, isDisabled, run }) => {
            const toolPosition = ++lastToolPosition
            return (
              <button
                type="button"
                key={label}
                aria-label={label}
                title={keys === undefined ? label : `${label} (${keys})`}
                aria-pressed={on}
                aria-disabled={isDisabled || undefined}
                tabIndex={at === toolPosition ? 0 : -1}
                onFocus={() => setAt(toolPosition)}
                // Prevents the button from taking the focus, so that the cursor stays in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (isDisabled) return
                  if (run) run()
                  else fileInput.current?.click()
                }}
              >
                <Icon />
              </button>
            )
          })}
        </div>
      ))}
      <input
        ref={fileInput}
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
