import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ticketQuery } from '#features/tickets/calls.ts'
import { useAddress } from '#lib/address/use-address.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime, formatPeriod } from '#lib/time.ts'
import { EmptyState } from '#ui/states.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

const reservationModule = getModule('reservation')

/** Returns the path of a payment page, with the reservation to pay as a parameter (rules 25.11). */
export const getPayAddress = (path: string, reservationId: number | undefined): string =>
  reservationId === undefined ? path : `${path}?reservation=${reservationId}`

export function useReservationToPay() {
  const [params] = useAddress()
  const id = Number(params.get('reservation') ?? 0)
  const isNamed = Number.isSafeInteger(id) && id > 0
  const query = useQuery({ ...ticketQuery(reservationModule, id), enabled: isNamed })
  return { query, reservationId: isNamed ? id : undefined }
}

export const getLeftToPay = ({ leftToPay }: Ticket): number => (typeof leftToPay === 'number' ? leftToPay : 0)

export function ReservationToPay({ ticket }: { ticket: Ticket }) {
  const { amenity, startTime, endTime, payUntil } = ticket
  return (
    <section className="tile stack paid-for" aria-labelledby="reservation-to-pay">
      <h2 id="reservation-to-pay">Reservation {ticket.ticketNumber}</h2>
      <Facts
        wide={['Amenity', 'Time', 'Pay by']}
        facts={[
          ['Amenity', (amenity as { title: string } | null)?.title ?? ''],
          ['Time', formatPeriod(String(startTime), String(endTime))],
          ['Left to pay', <b key="left">{formatPesos(getLeftToPay(ticket))}</b>],
          ['Pay by', typeof payUntil === 'string' ? formatDateTime(payUntil) : ''],
        ]}
      />
    </section>
  )
}

export function NothingToPay({ reservationId }: { reservationId: number }) {
  return (
    <EmptyState
      title="Nothing to pay here"
      action={
        <Link className="btn default" to={`/reservations?serviceId=${reservationId}`}>
          Open the reservation
        </Link>
      }
    >
      This reservation is paid or has a payment under way, has no amount, or was cancelled. An online payment
      that you left without paying can be made again after an hour.
    </EmptyState>
  )
}
