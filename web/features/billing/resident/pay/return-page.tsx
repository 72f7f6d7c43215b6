import '#ui/list-pages/styles.ts'
import '../../billing.css'
import '../../return-page.css'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheckBig, Hourglass } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { ApiError } from '#lib/api/api.ts'
import { useResident } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useChannel } from '#lib/live/live.ts'
import { pesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  getGatewayOutcome,
  getOutcomeNextStep,
  formatOutcome,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { getCounterReference, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { paymentQuery } from '../../calls.ts'
import { ParameterList } from '../../parameter-list.tsx'
import { getPaymentOutcome, getRetryAddress } from '../../payment-outcome.ts'
import { OutcomeLine, PaymentStatusTag, SandboxTag } from '../../payment-tags.tsx'
import { isPending, getMethodLabel, getPaymentStatusInfo } from '../../payment.ts'
import { parseReturnParameters, type ReturnParameters } from '../../return-parameters.ts'
import { POLL_MS } from '../payment-sheet.tsx'
import { returnQuery } from './sent-return.ts'

/**
 * Page to which gateways redirect after a payment. It sends the URL parameters to the server, then shows the
 * state of the payment (rules 8.21).
 */
export default function ReturnPage() {
  const location = useLocation()
  const returned = parseReturnParameters(location)
  return (
    <>
      <PageHead title={returned.method === 'dragonpay' ? 'Dragon Pay' : 'AQWire'} />
      {returned.key === undefined ? (
        <UnusableReturn returned={returned} title="We cannot tell which payment this is" />
      ) : (
        <ReturnedPayment returned={returned} />
      )}
      <p className="return-links">
        <Link className="btn default" to="/billings">
          See your payments
        </Link>
      </p>
    </>
  )
}

function ReturnedPayment({ returned }: { returned: ReturnParameters }) {
  const { id } = useResident()
  const sent = useQuery(returnQuery(returned))
  const paymentId = sent.data?.id
  const { data: payment } = useQuery({
    ...paymentQuery(paymentId ?? 0),
    enabled: paymentId !== undefined,
    placeholderData: sent.data && { ...sent.data, leftToPay: null, history: [] },
    refetchInterval: ({ state }) => (!state.data || isPending(state.data) ? POLL_MS : false),
  })
  useChannel<Payment>(channels.clientPayments(id), (changed) => {
    if (changed.id === paymentId) void queryClient.invalidateQueries(paymentQuery(changed.id))
  })
  if (payment) return <PaymentState payment={payment} cancelled={returned.cancelled} />
  const { error } = sent
  if (!error) return <RecordSkeleton count={3} />
  if (error instanceof ApiError && error.status === 400)
    return <UnusableReturn returned={returned} title="This message could not be verified" />
  if (error instanceof ApiError && error.status === 404)
    return <UnusableReturn returned={returned} title="We could not find this payment" />
  return (
    <ErrorState
      error={error}
      title="We could not check your payment"
      busy={sent.isFetching}
      onRetry={() => void sent.refetch()}
    >
      If you paid, nothing is lost: the portal checks with the gateway by itself.
    </ErrorState>
  )
}

function UnusableReturn({ returned, title }: { returned: ReturnParameters; title: string }) {
  return (
    <section className="panel outcome stack">
      <CircleAlert className="large" />
      <h2>{title}</h2>
      <p>Nothing was changed. If you paid, the portal checks with the gateway by itself.</p>
      <ParameterList entries={returned.entries} />
    </section>
  )
}

function PaymentState({ payment, cancelled }: { payment: Payment; cancelled: boolean }) {
  const { look, title, words } = describeReturn(payment, cancelled)
  const Icon = ICONS[look]
  // No retry while the gateway's result is still pending, unless the user has cancelled the payment.
  const retry = look === 'waits' && !cancelled ? undefined : getRetryAddress(payment)
  return (
    <section className={`panel outcome stack ${look}`}>
      <Icon className="large" />
      <div role="status">
        <h2>{title}</h2>
        <p>{words}</p>
      </div>
      {payment.sandbox && <SandboxTag />}
      <Facts
        wide={['Status']}
        facts={[
          ['Reference Number', payment.referenceNumber],
          ['Paid Amount', pesos(payment.amountPaid)],
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
      {retry && (
        <Link className="btn primary" to={retry}>
          Try again
        </Link>
      )}
    </section>
  )
}

const ICONS = { good: CircleCheckBig, waits: Hourglass, left: CircleAlert, bad: CircleAlert }

interface ReturnWords {
  look: keyof typeof ICONS
  title: string
  words: string
}

const TRY_AGAIN = 'You can try again.'
const UPDATES_ITSELF = 'This page updates by itself. You can also leave it.'

/**
 * Returns the texts about a payment after the redirect: the office's decision if there is one, or else the
 * gateway's result (rules 8.41).
 */
function describeReturn(payment: Payment, cancelled: boolean): ReturnWords {
  const { status, type, outsourceStatus } = payment
  const outcome = getGatewayOutcome(outsourceStatus)
  const label = getPaymentStatusInfo(status)?.label ?? ''
  const nextStep = getOutcomeNextStep(outcome, getMethodLabel(type))
  const title = formatOutcome(outsourceStatus, 'resident')
  if (outcome === 'refunded') return { look: 'left', title, words: nextStep }
  if (status === PAYMENT_STATUS.verified || status === PAYMENT_STATUS.posted)
    return { look: 'good', title: toSentenceCase(label), words: 'Thank you. It is listed under Billings.' }
  if (outcome === 'failed' || outcome === 'cancelled')
    return { look: 'bad', title, words: `${nextStep} ${TRY_AGAIN}` }
  if (status === PAYMENT_STATUS.rejected)
    return { look: 'bad', title: toSentenceCase(label), words: `The office rejected it. ${TRY_AGAIN}` }
  if (outcome === 'paid')
    return { look: 'good', title, words: `Thank you. ${nextStep} This page shows it at once.` }
  if (outcome === 'begun' && cancelled) return { look: 'left', title, words: `${nextStep} ${TRY_AGAIN}` }
  return {
    look: 'waits',
    title,
    words: `${getOutcomeNextStep('waiting', getMethodLabel(type))} ${UPDATES_ITSELF}`,
  }
}

const toSentenceCase = (label: string): string => label.charAt(0) + label.slice(1).toLowerCase()
