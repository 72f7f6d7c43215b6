import { useState } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatDate, formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { Lightbox } from '#ui/files/lightbox.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { Section } from '#ui/panels/section.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  getGatewayMethodLabel,
  isGatewayPayment,
  describeStatusCode,
  PAYMENT_TYPE,
} from '@tahanan/contract/billing/payment.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { formatPaymentOutcome } from '../../payment-outcome.ts'
import { DuplicateNote, ReservationLine, SandboxTag } from '../../payment-tags.tsx'
import { hasPaymentAbility, describeCharge, getMethodLabel, formatReceiptNumber } from '../../payment.ts'
import { useMarkCertificate } from '../../withholding/use-mark-certificate.ts'
import { WithholdingSection } from '../../withholding/withholding-section.tsx'

export function PaymentDetails({ payment }: { payment: Payment }) {
  const { gatewayAmount, amountPaid, reservation } = payment
  const { roles } = useAdmin()
  const reservationLink =
    reservation && rolesAllow(roles, 'reservations', 'view')
      ? `/admin/reservations?modal=true&serviceId=${reservation.id}`
      : undefined
  const isAmountDifferent = gatewayAmount !== null && gatewayAmount !== amountPaid
  return (
    <div className="paydetails wide stack gap-4">
      {payment.sandbox && <SandboxTag />}
      <DuplicateNote payment={payment} />
      <Facts
        facts={[
          ['Paid Amount', <b key="paid">{formatPesos(amountPaid)}</b>],
          ['SOA Amount', formatBalance(payment.soaAmount)],
          ['Type', getMethodLabel(payment.type)],
          ['Transaction Date', formatDateTime(payment.transactionDate)],
          ['For', describeCharge(payment.charge)],
          ['Bank', payment.bank],
          ['Bank Reference', payment.bankReference],
          ['Date Of Cheque', payment.chequeDate === null ? '' : formatDate(payment.chequeDate)],
          ['Invoice Number', payment.invoiceNumber],
          ['Invoice Date', formatDate(payment.invoiceDate)],
          ['Created Date', formatDateTime(payment.created_at)],
          ['Email', payment.email],
          ['Receipt', formatReceiptNumber(payment)],
        ]}
      />
      <DepositSlip payment={payment} />
      <WithholdingSection payment={payment}>
        {hasPaymentAbility(payment, 'markCertificate') && <MarkCertificateButton payment={payment} />}
      </WithholdingSection>
      {payment.proof.length > 0 && (
        <Section title="Proof">
          <FileThumbnailList files={toDisplayFiles(payment.proof)} />
        </Section>
      )}
      {isGatewayPayment(payment.type) && (
        <Section title="Gateway">
          <Facts
            wide={['Message']}
            facts={[
              ['Outsource Status', formatPaymentOutcome(payment)],
              [
                'Gateway Code',
                payment.type === PAYMENT_TYPE.dragonpay ? describeStatusCode(payment.outsourceStatus) : '',
              ],
              ['Gateway Reference', payment.gatewayReference],
              [
                'Amount at the gateway',
                gatewayAmount === null ? null : (
                  <b key="amount" className={isAmountDifferent ? 'differs' : undefined}>
                    {formatPesos(gatewayAmount)}
                  </b>
                ),
              ],
              ['Paid with', getGatewayMethodLabel(payment.gatewayMethod) || payment.gatewayMethod],
              ['Message', payment.message],
            ]}
          />
        </Section>
      )}
      {reservation && (
        <Section title="Reservation">
          <Facts
            facts={[
              ['Ticket', <ReservationLine key="ticket" reservation={reservation} to={reservationLink} />],
              ['Amenity', reservation.amenity],
              ['Title', reservation.title],
              ['Start Time', formatDateTime(reservation.startTime)],
              ['End Time', formatDateTime(reservation.endTime)],
            ]}
          />
        </Section>
      )}
    </div>
  )
}

function MarkCertificateButton({ payment: { id, withholding } }: { payment: Payment }) {
  const { mutate, isPending } = useMarkCertificate()
  const isCertificateReceived = withholding?.status === 'received'
  return (
    <Button
      busy={isPending}
      onClick={() => mutate({ id, status: isCertificateReceived ? 'claimed' : 'received' })}
    >
      {isCertificateReceived ? 'Mark certificate as missing' : 'Mark certificate as received'}
    </Button>
  )
}

function DepositSlip({ payment }: { payment: Payment }) {
  const [open, setOpen] = useState(false)
  const files = toDisplayFiles(payment.images)
  const [slip] = files
  if (!slip) return null
  const { screen, src } = payment.images[0] ?? {}
  return (
    <Section title="Deposit slip">
      {slip.kind === 'image' ? (
        <button type="button" className="slip" aria-label={`Open ${slip.name}`} onClick={() => setOpen(true)}>
          <img src={screen ?? src} alt="" />
        </button>
      ) : (
        <FileThumbnailList files={files} />
      )}
      {open && <Lightbox files={files} onClose={() => setOpen(false)} />}
    </Section>
  )
}
