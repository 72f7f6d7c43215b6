import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DueDate } from '../ledger/due-date.tsx'
import { MoneyCard } from '../money-card.tsx'
import { leftTitle, owedStory } from '../owed.ts'
import { useResident } from '../../../lib/api/me.ts'
import { tenantQuery } from '../../../lib/api/tenant.ts'
import { SentLine, useSentPayments } from './sent-line.tsx'
import { NO_DATE, showLongDay } from '../../../lib/time.ts'

interface OwedCardProps {
  /** Names the card; without it the amount's own name does. */
  title?: string
  /** The statement that it is about. */
  lead?: ReactNode
  /** Buttons; `quiet` where paying is not the next step: nothing is left to pay, or something was sent. */
  children?: (quiet: boolean) => ReactNode
}

/** Card of what the resident has left to pay, and how it comes about (rules 15.24). */
export function OwedCard({ title, lead, children }: OwedCardProps) {
  const me = useResident()
  const { data: tenant } = useQuery(tenantQuery(me.id))
  const sent = useSentPayments()
  const { leftToPay } = me
  const story = owedStory(me)
  return (
    <MoneyCard
      title={title ?? (leftToPay < 0 ? 'Credit' : 'Amount due')}
      lead={
        <>
          {lead}
          {title && <p className="name">{leftTitle(leftToPay)}</p>}
        </>
      }
      amount={Math.abs(leftToPay)}
      actions={children?.(leftToPay <= 0 || sent.length > 0)}
    >
      {leftToPay <= 0 ? (
        <p className="due">Nothing to pay now.</p>
      ) : (
        !title && <StatementDay soaDate={tenant?.soaDate} />
      )}
      {me.dueDate !== null && (
        <p className="due">
          <DueDate of={me} />
        </p>
      )}
      {story && <p className="due">{story}</p>}
      {title && (
        <p className="due">
          <Link to="/billings/ledger">Account ledger</Link>
        </p>
      )}
      <SentLine payments={sent} />
    </MoneyCard>
  )
}

/** Which statement an amount comes from, by its day, not the day until which it is due; an empty line while it loads. */
function StatementDay({ soaDate }: { soaDate: string | null | undefined }) {
  if (soaDate === undefined) return <p className="due" />
  const day = showLongDay(soaDate)
  return day === NO_DATE ? null : <p className="due">Statement of {day}</p>
}
