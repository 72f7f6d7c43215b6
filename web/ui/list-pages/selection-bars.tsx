import { Download, X } from 'lucide-react'
import { Button, IconButton } from '../controls/button.tsx'
import type { CsvChoice } from '../../lib/api/chosen-rows.ts'
import type { ListSelection } from './selection.ts'
import './selection-bars.css'

/** Below a table on a desk, where nothing moves as it comes: how many rows are chosen, over all pages. */
export function SelectionStrip({ selection, total }: { selection: ListSelection; total: number }) {
  return (
    <div className="strip row" role="status">
      <b>{selection.count.toLocaleString('en')} selected</b>
      {!selection.isAll && (
        <button type="button" onClick={selection.chooseAll}>
          Select all {total.toLocaleString('en')}
        </button>
      )}
      <button type="button" onClick={selection.clear}>
        Clear
      </button>
    </div>
  )
}

interface SelectionBarProps {
  selection: ListSelection
  csv: { download: (choice: CsvChoice) => void; busy: boolean }
}

/** Above the thumb on a phone: what can be done with the chosen rows. */
export function SelectionBar({ selection, csv }: SelectionBarProps) {
  return (
    <div className="selbar row" role="status">
      <b>{selection.count.toLocaleString('en')} selected</b>
      <Button kind="quiet" icon={Download} busy={csv.busy} onClick={() => csv.download(selection.csv)}>
        Download CSV
      </Button>
      <IconButton icon={X} label="Clear selection" onClick={selection.clear} />
    </div>
  )
}
