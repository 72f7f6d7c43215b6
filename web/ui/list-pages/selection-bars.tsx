import { Download, X } from 'lucide-react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import type { ListSelection } from './selection.ts'
import type { CsvDownload } from './use-csv-download.ts'
import './selection-bars.css'

/** Count of selected rows over all pages, below the table on a desktop. */
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

/** Actions for selected rows, at the bottom of a phone. */
export function SelectionBar({ selection, csv }: { selection: ListSelection; csv: CsvDownload }) {
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
