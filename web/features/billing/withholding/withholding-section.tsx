import type { ReactNode } from 'react'
import { pesos } from '#lib/money.ts'
import { toInstant, formatDate, formatPeriod } from '#lib/time.ts'
import { Files } from '#ui/files/file-thumb.tsx'
import { toShownFiles } from '#ui/files/to-shown-files.ts'
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
          ['Tax Withheld', <b key="amount">{pesos(amount)}</b>],
          ['Settled In All', pesos(getSettledAmount(amountPaid, amount))],
          ['Tax Code', taxCode],
          ['Period', formatDays(periodFrom, periodTo)],
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
        <Files files={toShownFiles(certificate)} />
        {children}
      </div>
    </Section>
  )
}

export const formatDays = (from: string, to: string): string =>
  formatPeriod(toInstant(from), toInstant(to), { days: true })

/** Returns the tax as text, with a warning if it is unusually high (rules 19.4). */
export function formatWithheld(amountPaid: number, withheld: number): string {
  if (!isUnusualWithholding(amountPaid, withheld)) return pesos(withheld)
  const percent = Math.round((withheld / getSettledAmount(amountPaid, withheld)) * 100)
  return `${pesos(withheld)}, unusually high: ${percent}% of the total`
}
