import '#ui/list-pages/styles.ts'
import '../../billing.css'
import '../../return-page.css'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheckBig, Hourglass, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { ApiError } from '#lib/api/api.ts'
import { useResident } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { getCounterReference } from '@tahanan/contract/billing/payment.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { paymentQuery } from '../../calls.ts'
import { ParameterList } from '../../parameter-list.tsx'
import { getPaymentOutcome, getRetryAddress } from '../../payment-outcome.ts'
import { OutcomeLine, PaymentStatusTag, SandboxTag } from '../../payment-tags.tsx'
import { isPaymentPending, getMethodLabel } from '../../payment.ts'
import { parseReturnParameters, type ReturnParameters } from '../../return-parameters.ts'
import { PAYMENT_POLL_MS } from '../payment-sheet.tsx'
import { buildReturnQuery } from './build-return-query.ts'
import { describePaymentReturn, type ReturnTexts } from './describe-payment-return.ts'

/**
 * Page to which gateways redirect after a payment. It sends the URL parameters to the server, then shows the
 * state of the payment (rules 8.21).
 */
export default function ReturnPage() {
  const location = useLocation()
  const returnParameters = parseReturnParameters(location)
  return (
    <>
      <PageHead title={returnParameters.method === 'dragonpay' ? 'Dragon Pay' : 'AQWire'} />
      {returnParameters.key === undefined ? (
        <UnusableReturn returnParameters={returnParameters} title="We cannot tell which payment this is" />
      ) : (
        <ReturnedPayment returnParameters={returnParameters} />
      )}
      <p className="return-links">
        <Link className="btn default" to="/billings">
          See your payments
        </Link>
      </p>
    </>
  )
}

function ReturnedPayment({ returnParameters }: { returnParameters: ReturnParameters }) {
  const { id } = useResident()
  const returnResult = useQuery(buildReturnQuery(returnParameters))
  const paymentId = returnResult.data?.id
  const { data: payment } = useQuery({
    ...paymentQuery(paymentId ?? 0),
    enabled: paymentId !== undefined,
    placeholderData: returnResult.data && { ...returnResult.data, leftToPay: null, history: [] },
    refetchInterval: ({ state }) => (!state.data || isPaymentPending(state.data) ? PAYMENT_POLL_MS : false),
  })
  useLiveEvent<Payment>(liveChannels.clientPayments(id), (changedPayment) => {
    if (changedPayment.id === paymentId) void queryClient.invalidateQueries(paymentQuery(changedPayment.id))
  })
  if (payment) return <PaymentState payment={payment} cancelled={returnParameters.cancelled} />
  const { error } = returnResult
  if (!error) return <RecordSkeleton count={3} />
  if (error instanceof ApiError && error.status === 400)
    return <UnusableReturn returnParameters={returnParameters} title="This message could not be verified" />
  if (error instanceof ApiError && error.status === 404)
    return <UnusableReturn returnParameters={returnParameters} title="We could not find this payment" />
  return (
    <ErrorState
      error={error}
      title="We could not check your payment"
      busy={returnResult.isFetching}
      onRetry={() => void returnResult.refetch()}
    >
      If you paid, nothing is lost: the portal checks with the gateway by itself.
    </ErrorState>
  )
}

function UnusableReturn({ returnParameters, title }: { returnParameters: ReturnParameters; title: string }) {
  return (
    <section className="panel outcome stack">
      <CircleAlert className="large" />
      <h2>{title}</h2>
      <p>Nothing was changed. If you paid, the portal checks with the gateway by itself.</p>
      <ParameterList entries={returnParameters.entries} />
    </section>
  )
}

function PaymentState({ payment, cancelled }: { payment: PaymentWithHistory; cancelled: boolean }) {
  const { variant, title, text } = describePaymentReturn(payment, cancelled)
  const Icon = VARIANT_ICONS[variant]
  const retryAddress = variant === 'waits' && !cancelled ? undefined : getRetryAddress(payment)
  return (
    <section className={`panel outcome stack ${variant}`}>
      <Icon className="large" />
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {payment.sandbox && <SandboxTag />}
      <Facts
        wide={['Status']}
        facts={[
          ['Reference Number', payment.referenceNumber],
          ['Paid Amount', formatPesos(payment.amountPaid)],
          ['Type', getMethodLabel(payment.type)],
          [
            'Status',
            <span key="status" className="tags">
              <PaymentStatusTag status={payment.status} reversed={payment.reversed} />
              <OutcomeLine payment={payment} />
            </span>,
          ],
        ]}
      />
      <details open={getPaymentOutcome(payment) === 'waiting'}>
        <summary>Details</summary>
        <Facts
          wide={['Message']}
          facts={[
            ['Created Date', formatDateTime(payment.created_at)],
            ['Gateway Reference', getCounterReference(payment.type, payment.gatewayReference)],
            ['Message', payment.message],
          ]}
        />
      </details>
      {retryAddress && (
        <Link className="btn primary" to={retryAddress}>
          Try again
        </Link>
      )}
    </section>
  )
}

const VARIANT_ICONS: Record<ReturnTexts['variant'], LucideIcon> = {
  good: CircleCheckBig,
  waits: Hourglass,
  left: CircleAlert,
  bad: CircleAlert,
}
