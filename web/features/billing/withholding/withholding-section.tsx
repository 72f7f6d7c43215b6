import type { ReactNode } from 'react'
import { formatPesos } from '#lib/money.ts'
import { toInstant, formatDate, formatPeriod } from '#lib/time.ts'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { Section } from '#ui/panels/section.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import './withholding.css'
import { isUnusualWithholding, getSettledAmount } from '@tahanan/contract/billing/withholding.ts'

/**
 * Section with a payment's withheld tax and its certificate (rules 19.3). Not rendered if no tax was
 * withheld.
 */
export function WithholdingSection({ payment, children }: { payment: Payment; children?: ReactNode }) {
  const { amountPaid, withholding } = payment
  if (!withholding) return null
  const { amount, taxCode, periodFrom, periodTo, receivedDate, certificate } = withholding
  return (
    <Section title="Tax withheld (2307)">
      <Facts
        facts={[
          ['Tax Withheld', <b key="amount">{formatPesos(amount)}</b>],
          ['Settled In All', formatPesos(getSettledAmount(amountPaid, amount))],
          ['Tax Code', taxCode],
          ['Period', formatDayPeriod(periodFrom, periodTo)],
          [
            'Certificate',
            receivedDate
              ? `Received ${formatDate(receivedDate)}`
              : certificate.length > 0
                ? 'Sent'
                : 'Missing',
          ],
        ]}
      />
      <div className="certificate stack start">
        <FileThumbnailList files={toDisplayFiles(certificate)} />
        {children}
      </div>
    </Section>
  )
}

export const formatDayPeriod = (from: string, to: string): string =>
  formatPeriod(toInstant(from), toInstant(to), { days: true })

/** Returns the tax as text, with a warning if it is unusually high (rules 19.4). */
export function formatWithheldTax(amountPaid: number, withheldTax: number): string {
  if (!isUnusualWithholding(amountPaid, withheldTax)) return formatPesos(withheldTax)
  const taxPercent = Math.round((withheldTax / getSettledAmount(amountPaid, withheldTax)) * 100)
  return `${formatPesos(withheldTax)}, unusually high: ${taxPercent}% of the total`
}
