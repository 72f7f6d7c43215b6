import './taken-times.css'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatTime, toCommunityTime } from '#lib/time.ts'
import type { FormValues } from '#ui/forms/form-values.ts'
import type { DateTimeField } from '@tahanan/contract/forms/fields.ts'
import { BLOCKING_STATUSES } from '@tahanan/contract/statuses.ts'
import type { TakenSlot, Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { slotsQuery } from '../calls.ts'

interface BookingFields {
  heldRecordKey: string
  from: string
  to: string
  field: DateTimeField
}

function findBookingFields(module: TicketModule): BookingFields | undefined {
  const entries = Object.entries(module.fields)
  const heldFieldEntry = entries.find(
    ([, field]) => field.kind === 'reference' && field.to === module.heldResource,
  )
  const timeFields = entries.flatMap(([key, field]) => (field.kind === 'dateTime' ? [{ key, field }] : []))
  const [from, to] = timeFields
  return heldFieldEntry && from && to
    ? { heldRecordKey: heldFieldEntry[0], from: from.key, to: to.key, field: from.field }
    : undefined
}

/**
 * Returns whether a booking overlaps a period. Adjacent periods do not overlap (rules 5.10). `start` and
 * `end` are ISO 8601 times.
 */
export function overlaps(
  slot: Pick<TakenSlot, 'startTime' | 'endTime'>,
  start: string,
  end: string,
): boolean {
  return Date.parse(slot.startTime) < Date.parse(end) && Date.parse(start) < Date.parse(slot.endTime)
}

const isSameInstant = (a: string, b: unknown): boolean =>
  typeof b === 'string' && Date.parse(a) === Date.parse(b)

/**
 * Returns whether a booked time is the ticket's own. A cancelled or rejected ticket has none, so the time may be
 * that of another ticket (rules 5.10).
 */
export const isSlotOfTicket = (
  slot: TakenSlot,
  ticket: Ticket,
  { heldRecordKey, from }: Pick<BookingFields, 'heldRecordKey' | 'from'>,
): boolean =>
  BLOCKING_STATUSES.includes(ticket.status) &&
  ticket[heldRecordKey] === slot.amenityId &&
  isSameInstant(slot.startTime, ticket[from])

const DAY_MINUTES = 24 * 60

function getMinute(instant: string): number {
  const wallTime = toCommunityTime(instant) ?? ''
  return Number(wallTime.slice(11, 13)) * 60 + Number(wallTime.slice(14, 16))
}

const formatHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

interface TakenTimesProps {
  module: TicketModule
  values: FormValues
  /** Ticket that is being changed. Its own booked time does not count as taken. */
  ticket?: Ticket
}

export function TakenTimes({ module, values, ticket }: TakenTimesProps) {
  const bookingFields = findBookingFields(module)
  const heldRecordId = bookingFields && values[bookingFields.heldRecordKey]
  const start = bookingFields && values[bookingFields.from]
  const endValue = bookingFields && values[bookingFields.to]
  const day = typeof start === 'string' ? toCommunityTime(start)?.slice(0, 10) : undefined
  const amenityId = typeof heldRecordId === 'number' ? heldRecordId : undefined
  const { data, isPending, isError } = useQuery({
    ...slotsQuery(amenityId ?? 0, day ?? ''),
    enabled: amenityId !== undefined && day !== undefined,
  })
  if (!bookingFields) return null
  if (amenityId === undefined || day === undefined)
    return (
      <p className="help wide">Choose the amenity and the start to see which times are taken that day.</p>
    )
  if (isError)
    return <p className="help err wide">The taken times could not be loaded. You can still submit.</p>
  if (isPending) return <p className="help wide">Looking up the taken times…</p>
  const [first, last] = bookingFields.field.hours ?? [0, 24]
  const firstMinute = first * 60
  const length = Math.min(DAY_MINUTES, last * 60) - firstMinute
  const isOwnSlot = (slot: TakenSlot): boolean =>
    ticket !== undefined && isSlotOfTicket(slot, ticket, bookingFields)
  const clashingTime =
    typeof start === 'string' && typeof endValue === 'string'
      ? data.find((slot) => !isOwnSlot(slot) && overlaps(slot, start, endValue))
      : undefined
  return (
    <section className="slots wide" aria-label="Taken times" role="status">
      <p className="label">
        {data.length === 0 ? 'Free all day' : 'Taken'}, {formatDate(day)}
      </p>
      <div className="slotbar" aria-hidden>
        {data.map((slot) => (
          <span
            key={slot.startTime}
            className={slot.own || isOwnSlot(slot) ? 'own' : ''}
            style={{
              left: `${(Math.max(0, getMinute(slot.startTime) - firstMinute) / length) * 100}%`,
              width: `${((getMinute(slot.endTime) - getMinute(slot.startTime)) / length) * 100}%`,
            }}
          />
        ))}
      </div>
      <div className="slothours" aria-hidden>
        <span>{formatHour(first)}</span>
        <span>{formatHour(12)}</span>
        <span>{formatHour(last)}</span>
      </div>
      {data.length > 0 && (
        <ul className="acts minor">
          {data.map((slot) => (
            <li key={slot.startTime} className="num">
              {formatTime(slot.startTime)} to {formatTime(slot.endTime)}
              {isOwnSlot(slot) ? ' (this one)' : slot.own && ' (yours)'}
            </li>
          ))}
        </ul>
      )}
      {clashingTime && (
        <p className="help err">
          The time you chose overlaps {formatTime(clashingTime.startTime)} to{' '}
          {formatTime(clashingTime.endTime)}.
        </p>
      )}
    </section>
  )
}
