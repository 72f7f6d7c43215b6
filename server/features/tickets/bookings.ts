import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { PortalError, invalidInput } from '../../platform/errors.ts'

/** Statuses in which a reservation holds its amenity (rules 5.10). */
const HOLDING: readonly number[] = [STATUS.approval, STATUS.approved, STATUS.ongoing, STATUS.completed]

interface Held {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
}

/** Whether a change of a ticket changes what it holds. */
export function holdChanges(before: Held, after: Held): boolean {
  const key = ({ status, details }: Held) =>
    JSON.stringify([HOLDING.includes(status), details.amenityId, details.startTime, details.endTime])
  return key(before) !== key(after)
}

/**
 * Locks the amenity that a ticket wants, so that bookings of one amenity queue up instead of meeting in the exclusion
 * constraint, where simultaneous ones would wait for each other. 400 where there is no such amenity. Answers its title.
 */
export async function lockAmenity(
  tx: Tx,
  module: TicketModule,
  details: Held['details'],
): Promise<string | null> {
  if (module.holds !== 'amenity') return null
  const rows = await prepared<{ title: string }>(
    tx,
    'amenities.lock',
    'select title from amenities where id = $1 and status <> 0 for no key update',
    [details.amenityId],
  )
  if (!rows[0]) throw invalidInput({ amenityId: ['Please choose amenity!'] })
  return rows[0].title
}

/** Makes the booking of a ticket what its status and times say. Throws 409 when the time is taken (rules 5.10). */
export async function hold(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { status, details }: Held,
): Promise<void> {
  if (module.holds !== 'amenity') return
  await prepared(tx, 'bookings.release', 'delete from amenity_bookings where ticket_id = $1', [ticketId])
  if (!HOLDING.includes(status)) return
  try {
    await prepared(
      tx,
      'bookings.insert',
      `insert into amenity_bookings (ticket_id, amenity_id, during) values ($1, $2, tstzrange($3, $4, '[)'))`,
      [ticketId, details.amenityId, details.startTime, details.endTime],
    )
  } catch (error) {
    const code = (error as { code?: string }).code
    // 23P01: the constraint refused it. 40P01: two moved into each other's time at once, and this one gave way.
    if (code === '23P01' || code === '40P01') throw new PortalError('alreadyReserved')
    throw error
  }
}

export interface TakenSlot {
  amenityId: number
  startTime: string
  endTime: string
  own: boolean
}

/** Taken times between two instants, of one amenity or of all: what the forms show beside the pickers. */
export async function takenSlots(
  db: DbOrTx,
  filter: { amenityId: number | null; from: Date; to: Date; tenantId: number | null },
): Promise<TakenSlot[]> {
  const rows = await prepared<{ amenity_id: number; starts: Date; ends: Date; own: boolean }>(
    db,
    'bookings.taken',
    `select b.amenity_id, lower(b.during) as starts, upper(b.during) as ends, coalesce(t.tenant_id = $4, false) as own
     from amenity_bookings b join tickets t on t.id = b.ticket_id
     where ($1::bigint is null or b.amenity_id = $1) and b.during && tstzrange($2, $3, '[)')
     order by b.amenity_id, starts limit 1000`,
    [filter.amenityId, filter.from, filter.to, filter.tenantId],
  )
  return rows.map((row) => ({
    amenityId: row.amenity_id,
    startTime: row.starts.toISOString(),
    endTime: row.ends.toISOString(),
    own: row.own,
  }))
}
