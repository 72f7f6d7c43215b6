import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { paymentQuery } from '../calls.ts'
import { can, gatewayMethodLabel, gatewayWords, isPending, methodLabel, outsourceLabel } from '../payment.ts'
import { PaymentHistory } from '../payment-history.tsx'
import { PaymentStatusTag, SandboxTag, StandingLine } from '../payment-tags.tsx'
import { retryAddress } from '../standing.ts'
import { ReceiptButton } from '../receipt-button.tsx'
import { ApiError } from '../../../lib/api/api.ts'
import { pesos } from '../../../lib/money.ts'
import { followable } from '../../../lib/address/new-tab.ts'
import { showDate, showDateTime, showPeriod } from '../../../lib/time.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Files } from '../../../ui/files/file-thumb.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../ui/lists/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { shownFiles } from '../../../ui/files/shown-files.ts'
import { openInstructions } from './payment-actions.ts'

interface PaymentSheetProps {
  id: number
  onClose: () => void
}

/** Polling interval while a gateway's final word is to come. */
export const LOOK_AGAIN_MS = 10_000

/** One payment of the resident, with its details. */
export default function PaymentSheet({ id, onClose }: PaymentSheetProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? LOOK_AGAIN_MS : false),
  })
  const gone = error instanceof ApiError && error.status === 404
  if (!data || gone) {
    return (
      <Sheet title="Payment" onClose={onClose}>
        {!error && <RecordSkeleton />}
        {error && (
          <ErrorState
            error={error}
            title={gone ? error.message : 'We could not load this payment'}
            onRetry={gone ? undefined : () => void refetch()}
            busy={isFetching}
          >
            {gone ? 'It may have been deleted.' : undefined}
          </ErrorState>
        )}
      </Sheet>
    )
  }
  const instructions = followable(data.returnUrl) !== undefined
  const receipt = can(data, 'receipt')
  const retry = retryAddress(data)
  return (
    <Sheet
      title="Payment"
      onClose={onClose}
      footer={
        (instructions || receipt || retry) && (
          <>
            {retry && (
              <Link className="btn primary" to={retry}>
                Try again
              </Link>
            )}
            {instructions && (
              <Button icon={ExternalLink} onClick={() => openInstructions(data)}>
                Download Instructions
              </Button>
            )}
            {receipt && <ReceiptButton payment={data} />}
          </>
        )
      }
    >
      <PaymentPass payment={data} />
    </Sheet>
  )
}

interface PaymentPassProps {
  payment: PaymentWithHistory
}

function PaymentPass({ payment }: PaymentPassProps) {
  const { tenant, images, remarks, reservation } = payment
  const slips = shownFiles(images)
  return (
    <div className="two">
      <div>
        <div className="pass">
          <div className="stub">
            <small>
              <span>
                {methodLabel(payment.type)}, Unit {tenant.unitNumber ?? tenant.clientCode}
              </span>
              <PaymentStatusTag status={payment.status} />
            </small>
            <b className="num">{pesos(payment.amountPaid)}</b>
          </div>
          <div className="cut" />
          <div className="rest">
            <p className="marks">
              <StandingLine payment={payment} />
              {payment.sandbox && <SandboxTag />}
            </p>
            <dl className="facts">
              {factsOf(payment).map(([label, value]) => (
                <div key={label} className={value.length > 22 ? 'w' : ''}>
                  <dt>{label}</dt>
                  <dd className="num">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        {reservation && (
          <section className="sec">
            <h3>Reservation</h3>
            <p className="remark">
              {reservation.amenity}, {showPeriod(reservation.startTime, reservation.endTime)}
              {`\n${reservation.ticketNumber}`}
            </p>
          </section>
        )}
        {slips.length > 0 && (
          <section className="sec">
            <h3>Deposit slip</h3>
            <Files files={slips} />
          </section>
        )}
        {remarks && (
          <section className="sec">
            <h3>Remarks</h3>
            <p className="remark">{remarks}</p>
          </section>
        )}
      </div>
      <section className="sec first">
        <h3>History</h3>
        <PaymentHistory events={payment.history} />
      </section>
    </div>
  )
}

/** Returns the facts of a payment; missing ones are left out, an invalid date is `N/A`. */
function factsOf(payment: Payment): [label: string, value: string][] {
  const facts: [string, string][] = [
    ['Reference Number', payment.referenceNumber],
    ['Created Date', showDateTime(payment.created_at)],
    ['Invoice Number', payment.invoiceNumber],
    ['Invoice Date', showDate(payment.invoiceDate)],
    ['Transaction Date', showDateTime(payment.transactionDate)],
    ['Soa Amount', pesos(payment.soaAmount)],
    ['Outsource Status', outsourceLabel(payment.outsourceStatus)],
    ['Gateway Reference', payment.gatewayReference ?? ''],
    ['Paid with', gatewayMethodLabel(payment.gatewayMethod)],
    ['Message', gatewayWords(payment.message)],
    ['Receipt', payment.receiptNumber ?? ''],
  ]
  return facts.filter(([, value]) => value !== '')
}
