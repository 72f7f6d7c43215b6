import './owed-card.css'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useResident, createTenantQuery } from '#lib/api/me.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatPesos } from '#lib/money.ts'
import { NO_DATE, formatDay, formatLongDay } from '#lib/time.ts'
import type { UnpostedPayments } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { paymentsQuery } from '../calls.ts'
import { DueDate } from '../ledger/due-date.tsx'
import { getBalanceLabel, describeBalance } from '../left-to-pay.ts'
import { getMethodLabel } from '../payment.ts'

interface AmountDueCardProps {
  title?: string
  lead?: ReactNode
  /**
   * Renders the buttons of the card. `isQuiet` is true if the balance is zero or a payment was already sent:
   * the buttons should then be less prominent.
   */
  children?: (isQuiet: boolean) => ReactNode
}

/** Card with the resident's balance, and the amounts that it consists of (rules 15.24). */
export function AmountDueCard({ title, lead, children }: AmountDueCardProps) {
  const me = useResident()
  const { data: tenant } = useQuery(createTenantQuery(me.id))
  // Same query as on the first page of Billings, so that both share one cache entry.
  const { data } = useQuery(paymentsQuery({ page: 1, limit: LIMITS.pageSize, searchTerm: '' }))
  useLiveRefetch(liveChannels.clientPayments(me.id), ['payments'])
  const sentPayments = data?.sent
  const hasSent = sentPayments !== undefined && sentPayments.count > 0
  const { leftToPay } = me
  const amount = formatPesos(Math.abs(leftToPay))
  const balanceDescription = describeBalance(me)
  return (
    <section className="money" aria-labelledby="billing-title">
      <HouseDrawing />
      <h2 id="billing-title">{title ?? (leftToPay < 0 ? 'Credit' : 'Amount due')}</h2>
      {lead}
      {title && <p className="name">{getBalanceLabel(leftToPay)}</p>}
      <p
        className="amt num"
        ref={(element) => element?.style.setProperty('--characters', String(amount.length))}
      >
        <span>₱</span>
        {amount.slice(1)}
      </p>
      {leftToPay <= 0 ? (
        <p className="due">Nothing to pay now.</p>
      ) : (
        !title && <StatementDay soaDate={tenant?.soaDate} />
      )}
      <DueDate dueFields={me} className="due" />
      {balanceDescription && <p className="due">{balanceDescription}</p>}
      {title && (
        <p className="due">
          <Link to="/billings/ledger">Account ledger</Link>
        </p>
      )}
      {hasSent && <SentPaymentsLine sent={sentPayments} />}
      {children && <div className="acts">{children(leftToPay <= 0 || hasSent)}</div>}
    </section>
  )
}

/** Shows the date of the statement, not its due date. An empty line reserves the space while it loads. */
function StatementDay({ soaDate }: { soaDate: string | null | undefined }) {
  if (soaDate === undefined) return <p className="due" />
  const day = formatLongDay(soaDate)
  return day === NO_DATE ? null : <p className="due">Statement of {day}</p>
}

function SentPaymentsLine({ sent: { count, amount, latest } }: { sent: UnpostedPayments }) {
  const onlyPayment = count === 1 ? latest : null
  const state =
    onlyPayment?.status === PAYMENT_STATUS.verified
      ? 'It is verified, and not posted yet.'
      : 'The office is checking.'
  return (
    <p className="sent" role="status">
      <Check className="small" />
      <span>
        {onlyPayment
          ? `You sent ${formatPesos(amount)} by ${getMethodLabel(onlyPayment.type)}, ${formatDay(onlyPayment.created_at)}. ${state} `
          : `You sent ${formatPesos(amount)} in ${count} payments that are not posted yet. `}
        <Link to={onlyPayment ? `/billings?id=${onlyPayment.id}` : '/billings'}>
          See {onlyPayment ? 'it' : 'them'}
        </Link>
      </span>
    </p>
  )
}

export function PayLink({ isQuiet }: { isQuiet: boolean }) {
  return (
    <Link className={isQuiet ? 'btn default' : 'btn primary'} to="/billings/payments">
      Pay Now
    </Link>
  )
}

function HouseDrawing() {
  return (
    <svg className="house" viewBox="0 0 240 168" aria-hidden>
      <path d="M156 24l72 72H84z" fill="#fff" opacity=".13" />
      <path d="M108 96h96v72h-96z" fill="#fff" opacity=".08" />
      <path d="M156 120h24v48h-24z" fill="#0a2820" opacity=".6" />
      <path
        d="M.5 0V168M24.5 0V168M48.5 0V168M72.5 0V168M96.5 0V168M120.5 0V168M144.5 0V168M168.5 0V168
          M192.5 0V168M216.5 0V168M0 .5H240M0 24.5H240M0 48.5H240M0 72.5H240M0 96.5H240M0 120.5H240M0 144.5H240"
        stroke="#fff"
        strokeOpacity=".14"
        fill="none"
      />
    </svg>
  )
}
