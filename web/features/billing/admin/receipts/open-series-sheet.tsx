import type { Series } from '@tahanan/contract/billing/series-answers.ts'
import {
  SERIES_FORMS,
  SERIES_KIND_NAMES,
  SERIES_KINDS,
  type SeriesKind,
} from '@tahanan/contract/billing/series.ts'
import { useState } from 'react'
import { Segments } from '../../../../ui/controls/segments.tsx'
import { FormSheet } from '../../../../ui/forms/form-sheet.tsx'
import { seriesName } from './register.ts'

interface OpenSeriesSheetProps {
  all: readonly Series[]
  onClose: () => void
}

/** Opens a series of receipts or invoices, which closes the open one of its kind (rules 18.2). */
export function OpenSeriesSheet({ all, onClose }: OpenSeriesSheetProps) {
  const [kind, setKind] = useState<SeriesKind>('invoice')
  const open = all.find((series) => series.kind === kind && !series.closedAt)
  return (
    <FormSheet
      key={kind}
      declared={SERIES_FORMS[kind]}
      title="Open a series"
      path="/receipt-series"
      noun="Series"
      extra={{ kind }}
      start={{ first: '1' }}
      stale={[['receipts'], ['me', 'ledger']]}
      onClose={onClose}
    >
      <div className="wide">
        <Segments
          aria-label="Kind"
          options={SERIES_KIND_NAMES.map((value) => ({ value, label: `${SERIES_KINDS[value]}s` }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      <p className="callout wide">
        {kind === 'receipt'
          ? 'Acknowledgement receipts are issued when payments are posted. Without a series of your own they are numbered by year.'
          : 'Invoices are issued for charges, in the tenant’s ledger. Copy what the permit or certificate of the BIR says.'}
        {open && ` ${seriesName(open)} is closed by it; numbers that it has not issued are not used.`}
      </p>
    </FormSheet>
  )
}
