import { sql } from 'kysely'
import { notifyTenants, type TenantNotificationInput } from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import { joinSqlLiterals } from '#platform/db/expressions.ts'
import { runInTransaction, type TransactionContext } from '#platform/platform-context.ts'
import { formatSpan, toDaySpan, type TimeSpan } from '@tahanan/contract/amenities/judge-booking.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getMailFacts } from '@tahanan/contract/tickets/get-mail-facts.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { addDays, formatDay, formatLongDay, formatLongTime, toWallClock } from '@tahanan/contract/time.ts'
import { getCancelLimit } from '../present.ts'
import { listTicketRows, type TicketRow } from '../repository.ts'
import { getResidentLink } from '../ticket-notifications.ts'
import { getBookedSpan } from './bookings.ts'

const reservation = getModule('reservation')

const SENDING_HOURS = { from: 9, to: 21 }
const BATCH_SIZE = 100

/**
 * Reminds residents of their approved and ongoing reservations on the next day. Sends one reminder for each
 * start time of a booking (rules 25.15). Several processes may run it at once. Returns the number of
 * reminders.
 */
export async function sendBookingReminders(
  services: TransactionContext,
  timeZone: string,
  now = new Date(),
): Promise<number> {
  const { hour } = toWallClock(now, timeZone)
  if (hour < SENDING_HOURS.from || hour >= SENDING_HOURS.to) return 0
  const tomorrow = addDays(formatDay(now, timeZone), 1)
  let sentCount = 0
  let batchSize: number
  do {
    batchSize = await runInTransaction(services, async (tx) => {
      const reservationRows = await listTicketRows(
        tx,
        await claimReservationsToRemind(tx, toDaySpan(tomorrow, timeZone)),
      )
      await notifyTenants(
        tx,
        reservationRows.map((row) => toReminder(row, tomorrow, { now, timeZone })),
      )
      return reservationRows.length
    })
    sentCount += batchSize
  } while (batchSize === BATCH_SIZE)
  return sentCount
}

async function claimReservationsToRemind(tx: Tx, { from, to }: TimeSpan): Promise<number[]> {
  const claimedRows = await tx
    .with('unreminded', (query) =>
      query
        .selectFrom('tickets')
        .select('id')
        .where('module', '=', sql.lit(reservation.name))
        .where(sql<boolean>`status in (${joinSqlLiterals(STATUS.approved, STATUS.ongoing)})`)
        .where(sql`details ->> 'startTime'`, '>=', new Date(from).toISOString())
        .where(sql`details ->> 'startTime'`, '<', new Date(to).toISOString())
        .where(sql<boolean>`reminded_start is distinct from (details ->> 'startTime')::timestamptz`)
        .orderBy(sql`details ->> 'startTime'`)
        .limit(BATCH_SIZE)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('tickets as t')
    .from('unreminded')
    .set({ reminded_start: sql<Date>`(t.details ->> 'startTime')::timestamptz` })
    .whereRef('t.id', '=', 'unreminded.id')
    .returning('t.id')
    .execute()
  return claimedRows.map(({ id }) => id)
}

function toReminder(
  row: TicketRow,
  day: string,
  { now, timeZone }: { now: Date; timeZone: string },
): TenantNotificationInput {
  const { id, ticket_number: ticketNumber, tenant_id: tenantId, details, amenity_title: amenity } = row
  const title = `Reservation on ${formatLongDay(day)}`
  const bookingText = `${amenity ?? ''}, ${formatSpan(getBookedSpan(details), timeZone)}`
  const limit = getCancelLimit(row)
  const cancelSentences =
    limit !== null && new Date(limit) > now
      ? [`You can cancel it on its page until ${formatLongTime(new Date(limit), timeZone)}.`]
      : []
  return {
    tenantId,
    kind: 'ticket',
    title,
    message: [`${bookingText}.`, ...cancelSentences].join(' '),
    brief: `${title}, ${ticketNumber}`,
    letter: {
      paragraphs: [`Your reservation is on ${formatLongDay(day)}.`, ...cancelSentences],
      facts: getMailFacts(reservation, { ticketNumber, details, amenity }, timeZone),
    },
    link: getResidentLink(reservation, id),
  }
}
