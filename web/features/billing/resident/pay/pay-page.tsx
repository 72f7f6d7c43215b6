import '#ui/forms/form.css'
import '../../billing.css'
import './pay.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useResident, createTenantQuery } from '#lib/api/me.ts'
import { BackLink } from '#ui/back-link.tsx'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type PaymentMethod, PAYMENT_METHODS } from '@tahanan/contract/billing/payment.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { paymentMethodsQuery } from '../../calls.ts'
import { SandboxTag } from '../../payment-tags.tsx'
import { AmountDueCard } from '../amount-due-card.tsx'
import {
  getLeftToPay,
  NothingToPay,
  getPayAddress,
  ReservationToPay,
  useReservationToPay,
} from './reservation-to-pay.tsx'

interface PayPageProps {
  method: PaymentMethod
  lead: string
  children: (payer: Payer) => ReactNode
}

/** Without `reservation`, the payment is for dues. */
export interface Payer {
  readonly tenant: Tenant
  readonly reservation: Ticket | undefined
}

export function PayPage({ method, lead, children }: PayPageProps) {
  const { id } = useResident()
  const methods = useQuery(paymentMethodsQuery)
  const tenant = useQuery(createTenantQuery(id))
  const label = PAYMENT_METHODS.find((candidate) => candidate.method === method)?.label ?? ''
  const offeredMethod = methods.data?.find((candidate) => candidate.method === method)
  const { query: reservation, reservationId } = useReservationToPay()
  const isForReservation = reservationId !== undefined
  const methodsAddress = getPayAddress('/billings/payments', reservationId)
  const renderBody = (): ReactNode => {
    const neededQueries = [methods, tenant, ...(isForReservation ? [reservation] : [])]
    const missingQueries = neededQueries.filter(({ data }) => data === undefined)
    if (!methods.data || !tenant.data || (isForReservation && !reservation.data)) {
      return (
        <QueryState
          query={{
            error: missingQueries.find(({ error }) => error)?.error,
            isFetching: missingQueries.some(({ isFetching }) => isFetching),
            refetch: () => missingQueries.map(({ refetch }) => refetch()),
          }}
          title="We could not load this page"
        >
          <RecordSkeleton count={3} />
        </QueryState>
      )
    }
    if (isForReservation && (!reservation.data || getLeftToPay(reservation.data) === 0))
      return <NothingToPay reservationId={reservationId} />
    if (offeredMethod) return children({ tenant: tenant.data, reservation: reservation.data })
    return (
      <EmptyState
        title="Not offered here"
        action={
          <Link className="btn default" to={methodsAddress}>
            Choose another way
          </Link>
        }
      >
        {label} is not offered in this community at the moment.
      </EmptyState>
    )
  }
  return (
    <>
      <BackLink to={methodsAddress}>Payment methods</BackLink>
      <PageHead title={label} description={lead} />
      {offeredMethod?.sandbox && (
        <p className="callout sandbox-note">
          <SandboxTag />
          <span>This is a demo. The next page only stands in for the payment gateway.</span>
        </p>
      )}
      <div className="pay stack gap-5">
        <div>{renderBody()}</div>
        {!isForReservation && <AmountDueCard />}
        {methods.data && tenant.data && reservation.data && <ReservationToPay ticket={reservation.data} />}
      </div>
    </>
  )
}

/** Shows a confirmation, because the gateway's page will replace the portal (rules 8.13). */
export function confirmLeavingPage(): Promise<boolean> {
  return confirm({
    title: 'PAYMENT GATEWAY',
    content: 'You will redirect to our payment gateway page once you click OK.',
  })
}
