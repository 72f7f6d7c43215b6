import type { Series } from '@tahanan/contract/billing/series-answers.ts'
import { confirmationForm } from '@tahanan/contract/billing/series.ts'
import { FormSheet } from '../../../../ui/forms/form-sheet.tsx'
import { seriesName } from './register.ts'

interface ConfirmSheetProps {
  series: Series
  onClose: () => void
}

/** Confirms the last printed number of a series after a restore (rules 18.9). */
export function ConfirmSheet({ series, onClose }: ConfirmSheetProps) {
  return (
    <FormSheet
      declared={confirmationForm}
      title="Confirm the last number"
      subtitle={seriesName(series)}
      path={`/receipt-series/${series.id}/confirmation`}
      noun="Confirmation"
      stale={[['receipts'], ['me', 'ledger']]}
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
