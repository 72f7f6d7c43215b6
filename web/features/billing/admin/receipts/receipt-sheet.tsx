import { useState } from 'react'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import {
  seriesConfirmationForm,
  receiptReplacementForm,
  SERIES_FORMS,
  SERIES_KIND_NAMES,
  SERIES_KINDS,
  type SeriesKind,
  voidNumberForm,
} from '@tahanan/contract/billing/series.ts'
import { getSeriesName } from './register.ts'

export type OpenedReceiptSheet =
  | { sheet: 'open' }
  | { sheet: 'confirm'; series: Series }
  | { sheet: 'void' | 'replace'; row: IssuedNumber }

const STALE_QUERIES = [['receipts'], ['me', 'ledger']]

interface ReceiptSheetProps {
  openedSheet: OpenedReceiptSheet
  all: readonly Series[]
  onClose: () => void
}

export function ReceiptSheet({ openedSheet, all, onClose }: ReceiptSheetProps) {
  if (openedSheet.sheet === 'open') return <OpenSeriesForm all={all} onClose={onClose} />
  // The office confirms the last number of a series only after the database was restored from a backup (rules
  // 18.9).
  if (openedSheet.sheet === 'confirm') {
    const { series } = openedSheet
    return (
      <FormSheet
        formDefinition={seriesConfirmationForm}
        title="Confirm the last number"
        subtitle={getSeriesName(series)}
        path={`/receipt-series/${series.id}/confirmation`}
        noun="Confirmation"
        staleQueries={STALE_QUERIES}
        onClose={onClose}
      >
        <p className="callout wide">
          {series.lastIssued
            ? `The last number that the portal knows is ${series.lastIssued}.`
            : 'The portal knows no number of this series.'}{' '}
          Look at the last one on paper or in a mail. The numbers between the two become void, and the next
          receipt or invoice follows after it.
        </p>
      </FormSheet>
    )
  }
  const { id, number, tenant } = openedSheet.row
  if (openedSheet.sheet === 'replace')
    return (
      <FormSheet
        formDefinition={receiptReplacementForm}
        title={`What replaces ${number}`}
        subtitle={tenant?.uoccname}
        path={`/receipt/${id}/replacement`}
        noun="Replacement"
        staleQueries={[['receipts']]}
        onClose={onClose}
      />
    )
  return (
    <FormSheet
      formDefinition={voidNumberForm}
      title={`Void ${number}`}
      subtitle={tenant?.uoccname}
      path={`/invoice/${id}/void`}
      noun="Void mark"
      staleQueries={STALE_QUERIES}
      onClose={onClose}
    >
      <p className="callout wide">
        The invoice keeps its number and says VOID from now on. What is left to pay stays as it is: give a
        credit for it in the tenant’s ledger.
      </p>
    </FormSheet>
  )
}

/**
 * Form that opens a new series of receipts or invoices. The open series of the same kind is closed
 * (rules 18.2).
 */
function OpenSeriesForm({ all, onClose }: Pick<ReceiptSheetProps, 'all' | 'onClose'>) {
  const [kind, setKind] = useState<SeriesKind>('invoice')
  const openSeries = all.find((series) => series.kind === kind && !series.closedAt)
  return (
    <FormSheet
      key={kind}
      formDefinition={SERIES_FORMS[kind]}
      title="Open a series"
      path="/receipt-series"
      noun="Series"
      extraValues={{ kind }}
      start={{ first: '1' }}
      staleQueries={STALE_QUERIES}
      onClose={onClose}
    >
      <div className="wide">
        <SegmentedControl
          aria-label="Kind"
          options={SERIES_KIND_NAMES.map((value) => ({ value, label: `${SERIES_KINDS[value]}s` }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      <p className="callout wide">
        {kind === 'receipt'
          ? 'Acknowledgement receipts are issued when payments are posted. ' +
            'Without a series of your own they are numbered by year.'
          : 'Invoices are issued for charges, in the tenant’s ledger. ' +
            'Copy what the permit or certificate of the BIR says.'}
        {openSeries &&
          ` ${getSeriesName(openSeries)} is closed by it; numbers that it has not issued are not used.`}
      </p>
    </FormSheet>
  )
}
