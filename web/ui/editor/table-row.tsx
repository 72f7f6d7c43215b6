import './tool-row.css'
import type { Editor } from '@tiptap/core'
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Trash2,
} from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'

/** Actions on the table at the cursor. */
export function TableRow({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus()
  const acts = [
    { label: 'Row above', icon: BetweenHorizontalEnd, run: () => chain().addRowBefore().run() },
    { label: 'Row below', icon: BetweenHorizontalStart, run: () => chain().addRowAfter().run() },
    { label: 'Column left', icon: BetweenVerticalEnd, run: () => chain().addColumnBefore().run() },
    { label: 'Column right', icon: BetweenVerticalStart, run: () => chain().addColumnAfter().run() },
    { label: 'Header row', run: () => chain().toggleHeaderRow().run() },
    { label: 'Delete row', run: () => chain().deleteRow().run() },
    { label: 'Delete column', run: () => chain().deleteColumn().run() },
    { label: 'Delete table', icon: Trash2, run: () => chain().deleteTable().run() },
  ]
  return (
    <div className="tool-row wrap acts" role="group" aria-label="Table">
      {acts.map(({ label, icon, run }) => (
        <Button
          key={label}
          kind={label === 'Delete table' ? 'danger' : 'quiet'}
          icon={icon}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
