import {
  Check,
  CircleAlert,
  CircleCheckBig,
  CircleDashed,
  CircleX,
  FlaskConical,
  Hourglass,
  type LucideIcon,
  Undo2,
  X,
} from 'lucide-react'
import { Link } from 'react-router'
import { StatusTag, Tag } from '#ui/values/status-tag.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { GatewayOutcomeName } from '@tahanan/contract/billing/get-gateway-outcome.ts'
import type { PaymentStatus } from '@tahanan/contract/billing/payment.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { isDepositForVerification, getPaymentOutcome, formatPaymentOutcome } from './payment-outcome.ts'
import { getPaymentStatusInfo } from './payment.ts'

export const PAYMENT_ICONS: Record<PaymentStatus, LucideIcon> = {
  1: Hourglass,
  2: Hourglass,
  3: Check,
  4: CircleCheckBig,
  5: X,
}

interface PaymentStatusTagProps {
  status: number
  reversed?: boolean
}

/** Tag with the status of a payment, 1 to 5 (rules 8.1). */
export function PaymentStatusTag({ status, reversed }: PaymentStatusTagProps) {
  const info = getPaymentStatusInfo(status)
  if (!info) return null
  return (
    <>
      <Tag colour={info.color} icon={PAYMENT_ICONS[info.status]}>
        {info.label}
      </Tag>
      {reversed && (
        <Tag colour="red" icon={Undo2}>
          Reversed
        </Tag>
      )}
    </>
  )
}

const OUTCOME_ICONS: Record<GatewayOutcomeName, LucideIcon> = {
  begun: CircleDashed,
  waiting: Hourglass,
  cancelled: CircleX,
  failed: CircleAlert,
  paid: Check,
  refunded: Undo2,
}

/** Line with the gateway's result of a payment (rules 8.41). Not rendered for payments without a gateway. */
export function OutcomeLine({ payment }: { payment: Pick<Payment, 'type' | 'outsourceStatus'> }) {
  const outcome = getPaymentOutcome(payment)
  if (!outcome) return null
  const Icon = OUTCOME_ICONS[outcome]
  return (
    <span className={`standing ${outcome}`}>
      <Icon className="small" />
      {formatPaymentOutcome(payment)}
    </span>
  )
}

export function SlipLine({ payment }: { payment: Payment }) {
  if (!isDepositForVerification(payment)) return null
  return (
    <span className="standing paid">
      <Check className="small" />
      Slip sent, the office is checking
    </span>
  )
}

export function SandboxTag() {
  return (
    <span className="sandbox inline">
      <FlaskConical className="small" />
      SANDBOX: no real money
    </span>
  )
}

/** Note with the numbers of similar payments, which this payment may repeat by mistake (rules 8.36). */
export function DuplicateNote({ payment: { possibleDuplicateOf: similarNumbers } }: { payment: Payment }) {
  if (similarNumbers.length === 0) return null
  return (
    <p className="callout" role="note">
      {`Was it sent twice? It looks like ${similarNumbers.join(', ')}: `}
      the same slip, amount and day, or bank reference.
    </p>
  )
}

interface ReservationLineProps {
  reservation: NonNullable<Payment['reservation']>
  /** Path of the reservation's page; undefined if the user may not open it. */
  to: string | undefined
}

export function ReservationLine({ reservation: { ticketNumber, status }, to }: ReservationLineProps) {
  const isDeleted = status === STATUS.deleted
  return (
    <span className="row">
      {to === undefined || isDeleted ? ticketNumber : <Link to={to}>{ticketNumber}</Link>}
      {isDeleted ? 'Deleted' : <StatusTag status={status} />}
    </span>
  )
}
