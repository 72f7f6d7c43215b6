import '../../billing.css'
import './pay.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Globe, Landmark, type LucideIcon, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { CardSkeletons } from '#ui/lists/skeletons.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { PAYMENT_METHODS, type PaymentMethod } from '@tahanan/contract/billing/payment.ts'
import { paymentMethodsQuery } from '../../calls.ts'
import { SandboxTag } from '../../payment-tags.tsx'
import { AmountDueCard } from '../amount-due-card.tsx'
import { getPayAddress, ReservationToPay, useReservationToPay } from './reservation-to-pay.tsx'

const METHOD_TEXTS: Record<PaymentMethod, { icon: LucideIcon; description: string }> = {
  deposit: {
    icon: Landmark,
    description: 'Deposit at the bank, then send a photo of the slip. The PMO verifies it.',
  },
  dragonpay: {
    icon: Smartphone,
    description: 'Philippine banks, e-wallets and payment centers, over the counter too.',
  },
  aqwire: { icon: Globe, description: 'Cards and banks from abroad.' },
}

/** Page on which the resident chooses one of the community's payment methods (rules 8.11). */
export default function MethodsPage() {
  const query = useQuery(paymentMethodsQuery)
  const { query: reservation, reservationId } = useReservationToPay()
  // The payment methods are hidden until the reservation has loaded. On phones the reservation is above the
  // payment methods and would push them down.
  const paymentMethods = reservationId === undefined || !reservation.isLoading ? query.data : undefined
  const offeredMethods = PAYMENT_METHODS.flatMap(({ method, label }) => {
    const offeredMethod = paymentMethods?.find((candidate) => candidate.method === method)
    return offeredMethod ? [{ method, label, sandbox: offeredMethod.sandbox }] : []
  })
  return (
    <>
      {reservationId === undefined ? (
        <BackLink to="/billings">Billings</BackLink>
      ) : (
        <BackLink to={`/reservations?serviceId=${reservationId}`}>Reservation</BackLink>
      )}
      <PageHead title="Choose a payment method" />
      <div className="pay stack gap-5">
        <div>
          {!paymentMethods && (
            <QueryState query={query} title="We could not load the payment methods">
              <CardSkeletons count={3} />
            </QueryState>
          )}
          {paymentMethods && offeredMethods.length === 0 && (
            <EmptyState title="No payment methods here">
              Please pay at the Property Management Office.
            </EmptyState>
          )}
          <ul className="methods stack">
            {offeredMethods.map(({ method, label, sandbox }) => {
              const { icon: Icon, description } = METHOD_TEXTS[method]
              return (
                <li key={method}>
                  <Link className="tile" to={getPayAddress(`/billings/payments/${method}`, reservationId)}>
                    <span className="pane">
                      <Icon />
                    </span>
                    <span>
                      <b>{label}</b>
                      <small>{description}</small>
                      {sandbox && <SandboxTag />}
                    </span>
                    <ChevronRight />
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
        {reservationId === undefined && <AmountDueCard />}
        {paymentMethods && reservation.data && <ReservationToPay ticket={reservation.data} />}
      </div>
    </>
  )
}
