import { sql } from 'kysely'
import { findBookingFacts, addDefaultRules } from '#features/amenity-rules/find-booking-facts.ts'
import type { Actor, ResidentActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import {
  runInTransaction,
  type TransactionContext,
  type PlatformContext,
} from '#platform/platform-context.ts'
import { findPermanentRefusal, doSpansOverlap } from '@tahanan/contract/amenities/judge-booking.ts'
import { MAX_WAITING_ENTRIES, type WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { RESERVATION_TITLES } from '@tahanan/contract/tickets/modules/reservation.ts'
import { createTicket } from '../changes.ts'
import { parseNewTicket } from '../parse-new-ticket.ts'
import { requireOpenService } from '../policy.ts'
import { claimTicket } from '../repository.ts'
import { getBookedSpan, lockAmenity } from './bookings.ts'
import { endEntries, offerTimes, selectOpenEntries } from './offer-times.ts'

const reservation = getModule('reservation')

/** Values for required fields of the booking, which the body of an accepted offer may omit. */
const DEFAULT_BOOKING_FIELDS = { title: RESERVATION_TITLES[0].value, description: 'From the waiting list.' }

/**
 * Adds a resident to the waiting list for a booked time (rules 25.13). Returns the id of the new entry, or of
 * an existing entry for the same time. Throws 400, and 403 for a closed service. Throws 409 if the time is
 * free, if the amenity's rules never allow this booking, if the amenity has no waiting list, or if the
 * resident has too many entries.
 */
export async function joinWaitingList(
  tx: Tx,
  actor: ResidentActor,
  requestedBooking: Readonly<Details>,
  timeZone: string,
): Promise<number> {
  await requireOpenService(tx, actor, reservation)
  const amenity = requireFound(await lockAmenity(tx, reservation, requestedBooking))
  const rules = addDefaultRules(amenity.rules)
  if (rules.offerMinutes === null) throw new PortalError('noWaitingList')
  const span = getBookedSpan(requestedBooking)
  const requestedRange = { from: span.from, to: span.to + (rules.cleaningMinutes ?? 0) * 60_000 }
  const bookingFacts = await findBookingFacts(tx, {
    amenity,
    tenantId: actor.id,
    timeZone,
    ownFrom: span.from,
    takenRange: requestedRange,
  })
  const refusal = findPermanentRefusal(bookingFacts, span)
  if (refusal) throw new PortalError('againstRules', { placeholders: { rule: refusal.message, next: '' } })
  if (!bookingFacts.occupiedSpans.some((takenSpan) => doSpansOverlap(takenSpan, requestedRange)))
    throw new PortalError('timeIsFree')
  const spanSql = sql<string>`tstzrange(${new Date(span.from)}, ${new Date(span.to)}, '[)')`
  const ownEntries = selectOpenEntries(tx).where('w.tenant_id', '=', actor.id)
  const sameEntries = ownEntries
    .where('w.amenity_id', '=', amenity.id)
    .where(sql<boolean>`w.during = ${spanSql}`)
  const existingEntry = await sameEntries.select('w.id').executeTakeFirst()
  if (existingEntry) return existingEntry.id
  const { n } = await ownEntries.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  if (n >= MAX_WAITING_ENTRIES)
    throw new PortalError('waitingListFull', { placeholders: { most: MAX_WAITING_ENTRIES } })
  const { id } = await tx
    .insertInto('waiting_entries')
    .values({ tenant_id: actor.id, amenity_id: amenity.id, during: spanSql })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Ends the caller's entry in the waiting list. If a time is held for it, offers that time to the next tenant.
 * Does nothing if the entry has already ended. Throws 404.
 */
export async function leaveWaitingList(
  tx: Tx,
  actor: ResidentActor,
  id: number,
  timeZone: string,
): Promise<void> {
  const { amenityId } = await requireOwnEntry(tx, actor, id)
  await lockAmenity(tx, reservation, { amenityId }, { mayBeGone: true })
  const openEntries = await selectOpenEntries(tx).where('w.id', '=', id).select('w.id').execute()
  await endEntries(tx, openEntries)
  await offerTimes(tx, amenityId, { timeZone })
}

/**
 * Books the time that an offer holds for a resident (rules 25.14), and returns the ticket's id. A repeated
 * call returns the same ticket. Throws 404, 409 `offerEnded`, and the errors of creating a ticket.
 */
export async function acceptOffer(
  services: PlatformContext,
  actor: ResidentActor,
  id: number,
  body: Readonly<Details>,
): Promise<number> {
  const { db, config } = services
  const timeZone = config.communityTimeZone
  const { amenityId, from, to, ticketId } = await requireOwnEntry(db, actor, id)
  if (ticketId !== null) return ticketId
  const spanTimes = {
    amenityId,
    startTime: new Date(from).toISOString(),
    endTime: new Date(to).toISOString(),
  }
  const ticketBody = { ...DEFAULT_BOOKING_FIELDS, ...body, ...spanTimes }
  const ticket = await parseNewTicket(db, actor, reservation, ticketBody, timeZone)
  const claimedTicket = await claimTicket(db, reservation, ticket.details, timeZone)
  return runInTransaction(services, async (tx) => {
    await lockAmenity(tx, reservation, spanTimes)
    const entry = await requireOwnEntry(tx, actor, id)
    if (entry.ticketId !== null) return entry.ticketId
    if (entry.state !== 'offered' || entry.offeredUntil === null || entry.offeredUntil <= new Date())
      throw new PortalError('offerEnded')
    await tx.deleteFrom('amenity_bookings').where('waiting_id', '=', id).execute()
    const row = await createTicket(tx, actor, reservation, ticket, claimedTicket, timeZone)
    const acceptedColumns = { state: 'accepted', ticket_id: row.id }
    await tx.updateTable('waiting_entries').set(acceptedColumns).where('id', '=', id).execute()
    return row.id
  })
}

/**
 * Ends expired offers and offers free times, for each amenity for which tenants wait. Called by a periodic
 * job.
 */
export async function updateWaitingLists(
  services: TransactionContext & Pick<PlatformContext, 'config' | 'log'>,
  now = new Date(),
): Promise<void> {
  const timeZone = services.config.communityTimeZone
  const amenities = await selectOpenEntries(services.db).select('w.amenity_id as id').distinct().execute()
  for (const { id } of amenities)
    try {
      await runInTransaction(services, (tx) => offerTimes(tx, id, { timeZone, now }))
    } catch (error) {
      services.log.error({ err: error, amenity: id }, 'a waiting list could not be followed')
    }
}

async function requireOwnEntry(db: DbOrTx, actor: ResidentActor, id: number) {
  const entryRow = await db
    .selectFrom('waiting_entries as w')
    .select(['w.amenity_id as amenityId', 'w.state', 'w.ticket_id as ticketId'])
    .select(['w.offered_until as offeredUntil'])
    .select([sql<Date>`lower(w.during)`.as('from'), sql<Date>`upper(w.during)`.as('to')])
    .where('w.id', '=', id)
    .where('w.tenant_id', '=', actor.id)
    .executeTakeFirst()
  return requireFound(entryRow)
}

export async function listWaitingEntries(db: DbOrTx, actor: Actor): Promise<WaitingEntry[]> {
  const isOffice = actor.area !== 'client'
  const openEntryRows = await selectOpenEntries(db)
    .innerJoin('amenities as a', 'a.id', 'w.amenity_id')
    .innerJoin('tenants as n', 'n.id', 'w.tenant_id')
    .select(['w.id', 'w.state', 'w.offered_until as offeredUntil', 'a.id as amenityId', 'a.title'])
    .select(['n.id as tenantId', 'n.client_code as clientCode', 'n.uoccname', 'n.unit_number as unitNumber'])
    .select([sql<Date>`lower(w.during)`.as('from'), sql<Date>`upper(w.during)`.as('to')])
    .select(
      sql<number>`(select count(*) from waiting_entries e where e.amenity_id = w.amenity_id
        and e.state in ('waiting', 'offered') and e.id <= w.id and e.during && w.during)`.as('place'),
    )
    .$if(!isOffice, (query) => query.where('w.tenant_id', '=', actor.id))
    .orderBy(sql`lower(w.during)`)
    .orderBy('w.id')
    .limit(1000)
    .execute()
  return openEntryRows.map((row) => ({
    id: row.id,
    amenity: { id: row.amenityId, title: row.title },
    startTime: row.from.toISOString(),
    endTime: row.to.toISOString(),
    state: row.state as WaitingEntry['state'],
    offeredUntil: row.offeredUntil?.toISOString() ?? null,
    place: row.place,
    ...(isOffice && {
      tenant: {
        id: row.tenantId,
        clientCode: row.clientCode,
        uoccname: row.uoccname,
        unitNumber: row.unitNumber,
      },
    }),
  }))
}

export async function requireWaitingEntry(
  db: DbOrTx,
  actor: ResidentActor,
  id: number,
): Promise<WaitingEntry> {
  return requireFound((await listWaitingEntries(db, actor)).find((entry) => entry.id === id))
}
