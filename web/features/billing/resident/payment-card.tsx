import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { JustNow } from '#ui/lists/live-rows.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { simplifyGatewayMessage } from '@tahanan/contract/billing/gateway-outcome.ts'
import { retryAddress } from '../payment-outcome.ts'
import { OutcomeLine, PaymentStatusTag, SandboxTag, SlipLine } from '../payment-tags.tsx'
import { methodLabel } from '../payment.ts'

/** A payment in the list on a phone; its sheet has the other details. */
export function PaymentCard(props: { payment: Payment; mark?: string; onOpen: () => void; menu: ReactNode }) {
  const { payment, mark, onOpen, menu } = props
  const { referenceNumber, status, amountPaid, type, transactionDate, created_at } = payment
  const retry = retryAddress(payment)
  const gatewayMessage = simplifyGatewayMessage(payment.message)
  return (
    <article className={mark ? 'tile card live' : 'tile card'}>
      <div className="first-line row">
        <span className="record-number num">{referenceNumber}</span>
        <PaymentStatusTag status={status} reversed={payment.reversed} />
      </div>
      <h2>
        <button type="button" className="num" onClick={onOpen}>
          {pesos(amountPaid)}
        </button>
      </h2>
      {menu}
      <p className="meta">
        <span>{methodLabel(type)}</span>
        <span className="num">{formatDateTime(transactionDate ?? created_at)}</span>
        <span className="wide">
          <OutcomeLine payment={payment} />
          <SlipLine payment={payment} />
        </span>
        {gatewayMessage !== '' && <span className="wide">{gatewayMessage}</span>}
        {payment.remarks && <q className="wide">{payment.remarks}</q>}
      </p>
      {retry && (
        <Link className="btn default again" to={retry}>
          Try again
        </Link>
      )}
      {payment.sandbox && <SandboxTag />}
      {mark && <JustNow>{mark}</JustNow>}
    </article>
  )
}
