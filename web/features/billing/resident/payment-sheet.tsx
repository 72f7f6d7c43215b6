import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { RecordConversation } from '#features/conversation/record-conversation.tsx'
import { toSafeAddress } from '#lib/address/new-tab.ts'
import { isNotFound } from '#lib/api/api.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatUnit } from '#lib/record-values.ts'
import { formatDate, formatDateTime, formatPeriod } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Section } from '#ui/panels/section.tsx'
import { LinkedText } from '#ui/rich-text/linked-text.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { getCounterReference, getGatewayMethodLabel } from '@tahanan/contract/billing/payment.ts'
import { paymentQuery } from '../calls.ts'
import { toPaymentHistory } from '../payment-history.ts'
import { formatPaymentOutcome, getRetryAddress } from '../payment-outcome.ts'
import {
  DuplicateNote,
  OutcomeLine,
  PaymentStatusTag,
  ReservationLine,
  SandboxTag,
  SlipLine,
} from '../payment-tags.tsx'
import {
  hasPaymentAbility,
  describeCharge,
  isPaymentPending,
  getMethodLabel,
  formatReceiptNumber,
} from '../payment.ts'
import { ReceiptButton } from '../save-buttons.tsx'
import { SendCertificate } from '../withholding/send-certificate.tsx'
import { WithholdingSection } from '../withholding/withholding-section.tsx'
import { openPaymentInstructions } from './payment-actions.ts'
import '#ui/panels/record-panel.css'

export const PAYMENT_POLL_MS = 10_000

export default function PaymentSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPaymentPending(state.data) ? PAYMENT_POLL_MS : false),
  })
  const { data, error } = query
  if (!data || isNotFound(error))
    return <LoadingSheet query={query} title="Payment" subject="this payment" onClose={onClose} />
  const hasInstructions = toSafeAddress(data.returnUrl) !== undefined
  const hasReceipt = hasPaymentAbility(data, 'receipt')
  const retryAddress = getRetryAddress(data)
  return (
    <Sheet
      title="Payment"
      onClose={onClose}
      footer={
        (hasInstructions || hasReceipt || retryAddress) && (
          <>
            {retryAddress && (
              <Link className="btn primary" to={retryAddress}>
                Try again
              </Link>
            )}
            {hasInstructions && (
              <Button icon={ExternalLink} onClick={() => openPaymentInstructions(data)}>
                Download Instructions
              </Button>
            )}
            {hasReceipt && <ReceiptButton payment={data} />}
          </>
        )
      }
    >
      <PaymentSummary payment={data} />
    </Sheet>
  )
}

function PaymentSummary({ payment }: { payment: PaymentWithHistory }) {
  const { tenant, images, remarks, reservation } = payment
  const slips = toDisplayFiles(images)
  const facts = listPaymentFacts(payment)
  return (
    <div className="two">
      <div>
        <DuplicateNote payment={payment} />
        <div className="pass">
          <div className="stub">
            <small>
              <span>
                {getMethodLabel(payment.type)}, {formatUnit(tenant)}
              </span>
              <PaymentStatusTag status={payment.status} reversed={payment.reversed} />
            </small>
            <b className="num">{formatPesos(payment.amountPaid)}</b>
          </div>
          <div className="cut" />
          <div className="rest">
            <p className="marks">
              <OutcomeLine payment={payment} />
              <SlipLine payment={payment} />
              {payment.sandbox && <SandboxTag />}
            </p>
            <Facts
              facts={facts}
              wide={facts.flatMap(([label, value]) => (value.length > 22 ? [label] : []))}
            />
          </div>
        </div>
        {reservation && (
          <Section title="Reservation">
            <p className="remark">
              {reservation.amenity}, {formatPeriod(reservation.startTime, reservation.endTime)}
            </p>
            <ReservationLine reservation={reservation} to={`/reservations?serviceId=${reservation.id}`} />
          </Section>
        )}
        {slips.length > 0 && (
          <Section title="Deposit slip">
            <FileThumbnailList files={slips} />
          </Section>
        )}
        <WithholdingSection payment={payment}>
          {hasPaymentAbility(payment, 'sendCertificate') && (
            <SendCertificate key={payment.withholding?.certificate[0]?.url} payment={payment} />
          )}
        </WithholdingSection>
        {remarks && (
          <Section title="Remarks">
            <p className="remark">
              <LinkedText text={remarks} />
            </p>
          </Section>
        )}
      </div>
      <Section title="Messages and history" first>
        <RecordConversation
          subject={{ kind: 'payment', id: payment.id }}
          history={toPaymentHistory(payment.history)}
          empty="Ask the PMO about this payment. You get a notification when they answer."
        />
      </Section>
    </div>
  )
}

function listPaymentFacts(payment: Payment): [label: string, value: string][] {
  return [
    ['Reference Number', payment.referenceNumber],
    ['Created Date', formatDateTime(payment.created_at)],
    ['Invoice Number', payment.invoiceNumber],
    ['Invoice Date', formatDate(payment.invoiceDate)],
    ['Transaction Date', formatDateTime(payment.transactionDate)],
    ['Soa Amount', formatBalance(payment.soaAmount)],
    ['For', describeCharge(payment.charge)],
    ['Bank', payment.bank],
    ['Bank Reference', payment.bankReference],
    ['Date Of Cheque', payment.chequeDate === null ? '' : formatDate(payment.chequeDate)],
    ['Outsource Status', formatPaymentOutcome(payment)],
    ['Gateway Reference', getCounterReference(payment.type, payment.gatewayReference)],
    ['Paid with', getGatewayMethodLabel(payment.gatewayMethod)],
    ['Message', payment.message],
    ['Receipt', formatReceiptNumber(payment)],
  ]
}
