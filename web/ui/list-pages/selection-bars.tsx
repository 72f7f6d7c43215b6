import { Download, FileSpreadsheet, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { RowMenu, type RowAction } from '../overlays/row-menu.tsx'
import type { ListSelection, PageSelection } from './selection.ts'
import type { CsvDownload } from './use-csv-download.ts'
import './selection-bars.css'

export function SelectionSummary(props: { selection: ListSelection; total: number; children?: ReactNode }) {
  const { selection, total, children } = props
  return (
    <div className="strip row" data-selection={children ? 'decides' : undefined}>
      <b role="status">{selection.count.toLocaleString('en')} selected</b>
      {!selection.areAllSelected && total > 0 && (
        <button type="button" onClick={selection.chooseAll}>
          Select all {total.toLocaleString('en')}
        </button>
      )}
      <button type="button" onClick={selection.clear}>
        Clear
      </button>
      {children}
    </div>
  )
}

interface SelectionBarProps {
  selection: PageSelection
  csv: CsvDownload & { additionalDownload?: CsvDownload & { label: string } }
  renderActions?: (selection: PageSelection, downloads: readonly RowAction[]) => ReactNode
}

export function SelectionBar({ selection, csv, renderActions }: SelectionBarProps) {
  const { additionalDownload } = csv
  const save: RowAction = {
    label: 'Download CSV',
    icon: Download,
    disabled: csv.busy,
    onSelect: () => csv.download(selection.csv),
  }
  const downloadActions = additionalDownload
    ? [
        save,
        {
          label: additionalDownload.label,
          icon: FileSpreadsheet,
          disabled: additionalDownload.busy,
          onSelect: () => additionalDownload.download(selection.csv),
        },
      ]
    : [save]
  return (
    <div className="selbar row" data-selection={renderActions ? 'decides' : undefined}>
      <b role="status">{selection.count.toLocaleString('en')} selected</b>
      {renderActions?.(selection, downloadActions)}
      {!renderActions && additionalDownload && (
        <RowMenu label="Download the selected rows" actions={downloadActions} />
      )}
      {!renderActions && !additionalDownload && (
        <Button kind="quiet" icon={Download} busy={csv.busy} onClick={save.onSelect}>
          {save.label}
        </Button>
      )}
      <IconButton icon={X} label="Clear selection" onClick={selection.clear} />
    </div>
  )
}
