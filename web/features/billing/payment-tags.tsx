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
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { GatewayOutcomeName } from '@tahanan/contract/billing/gateway-outcome.ts'
import type { PaymentStatus } from '@tahanan/contract/billing/payment.ts'
import { isSentSlip, outcomeOf, outcomeText } from './payment-outcome.ts'
import { paymentStatusInfo } from './payment.ts'

/** The icons of the statuses; every status is told by icon, word and colour together. */
export const PAYMENT_ICONS: Record<PaymentStatus, LucideIcon> = {
  1: Hourglass,
  2: Hourglass,
  3: Check,
  4: CircleCheckBig,
  5: X,
}

/** Numbers of the looks of the colours, which tickets have numbered by their statuses (status-tag.css). */
export const PAYMENT_LOOKS = { gold: 1, geekblue: 3, green: 4, red: 6 } as const

interface PaymentStatusTagProps {
  status: number
  /** It was posted and then reversed, which a second tag tells. */
  reversed?: boolean
  /** `edit` for the words of the form's choice: FOR_VERIFICATION. */
  wording?: 'list' | 'edit'
}

/** A payment's status, 1 to 5 (rules 8.1). */
export function PaymentStatusTag({ status, reversed, wording = 'list' }: PaymentStatusTagProps) {
  const info = paymentStatusInfo(status)
  if (!info) return null
  const Icon = PAYMENT_ICONS[info.status]
  return (
    <>
      <span className={`tag status-${PAYMENT_LOOKS[info.color]}`}>
        <Icon />
        {wording === 'edit' ? info.editLabel : info.label}
      </span>
      {reversed && (
        <span className={`tag status-${PAYMENT_LOOKS.red}`}>
          <Undo2 />
          Reversed
        </span>
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

interface OutcomeLineProps {
  payment: Pick<Payment, 'type' | 'outsourceStatus'>
  reader?: 'resident' | 'office'
}

/** Outcome of a payment at its gateway, with its icon (rules 8.41); nothing where no gateway takes it. */
export function OutcomeLine({ payment, reader = 'resident' }: OutcomeLineProps) {
  const outcome = outcomeOf(payment)
  if (!outcome) return null
  const Icon = OUTCOME_ICONS[outcome]
  return (
    <span className={`standing ${outcome}`}>
      <Icon className="small" />
      {outcomeText(payment, reader)}
    </span>
  )
}

/** Says beside a deposit's tag that the office is checking it. */
export function SlipLine({ payment }: { payment: Payment }) {
  if (!isSentSlip(payment)) return null
  return (
    <span className="standing paid">
      <Check className="small" />
      Slip sent, the office is checking
    </span>
  )
}

/** Tag of the sandbox: nothing real is paid. */
export function SandboxTag() {
  return (
    <span className="sandbox">
      <FlaskConical className="small" />
      SANDBOX: no real money
    </span>
  )
}

/** Tells of payments that this one looks like (rules 8.36). */
export function DuplicateNote({ payment: { possibleDuplicateOf: others } }: { payment: Payment }) {
  if (others.length === 0) return null
  return (
    <p className="callout" role="note">
      {`Was it sent twice? It looks like ${others.join(', ')}: the same slip, amount and day, or bank reference.`}
    </p>
  )
}
