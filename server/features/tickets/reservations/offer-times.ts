import { sql } from 'kysely'
import {
  END_OF_BOOKING,
  findBookingFacts,
  addDefaultRules,
  toSqlMilliseconds,
  type AmenityWithRules,
} from '#features/amenity-rules/find-booking-facts.ts'
import { formatBookingTime } from '#features/amenity-rules/require-booking-follows-rules.ts'
import { notifyTenant } from '#features/notifications/notify.ts'
import { listServiceAccess } from '#features/settings/list-service-access.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { findRefusal, type OwnBooking, type TimeSpan } from '@tahanan/contract/amenities/judge-booking.ts'
import { RESERVATION_HOURS } from '@tahanan/contract/tickets/modules/reservation.ts'
import { addDays, formatDay, formatLongTime, fromWallClock, toWallClock } from '@tahanan/contract/time.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const getOfferLink = (amenityId: number, { from }: TimeSpan, timeZone: string): string =>
  `/reservations/book?amenity=${amenityId}&day=${formatDay(new Date(from), timeZone)}`

/** Amenity that is locked in this transaction. The lock serializes bookings and offers. */
interface LockedAmenity extends AmenityWithRules {
  readonly title: string
}

/**
 * Ends an amenity's expired offers, past waiting-list entries and entries of deleted tenants, and then offers
 * its free times. Each time is offered to the first waiting tenant who may book it by the rules (rules 25.14).
 * Locks the amenity if any tenant waits.
 */
export async function offerTimes(
  tx: Tx,
  amenityId: number,
  { timeZone, now = new Date() }: { readonly timeZone: string; readonly now?: Date },
): Promise<void> {
  const [waitingEntry] = await selectOpenEntriesOfAmenity(tx, amenityId).limit(1).execute()
  if (!waitingEntry) return
  const amenity = await tx
    .selectFrom('amenities')
    .select(['id', 'title', 'rules'])
    .where('id', '=', amenityId)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { offerMinutes, noticeHours } = addDefaultRules(amenity?.rules ?? {})
  if (!amenity || offerMinutes === null) {
    const openEntries = await selectOpenEntriesOfAmenity(tx, amenityId).execute()
    return endEntries(tx, openEntries)
  }
  await endExpiredEntries(tx, amenity, { timeZone, now })
  const heldSpans: TimeSpan[] = []
  for (const { id, tenantId, ...span } of await findFreeEntries(tx, amenity, now)) {
    const heldSpan = addCleaning(amenity, span)
    if (heldSpans.some(({ from, to }) => from < heldSpan.to && heldSpan.from < to)) continue
    if ((await listServiceAccess(tx, tenantId)).get('reservation') !== 'open') continue
    const bookingFacts = await findBookingFacts(tx, {
      amenity,
      tenantId,
      timeZone,
      ownFrom: Math.min(now.getTime(), span.from) - 31 * DAY_MS,
      now: now.getTime(),
    })
    // Each offer may become a booking, so the offers of a tenant together must follow the rules.
    const own = [...bookingFacts.own, ...(await listHeldTimes(tx, tenantId))]
    if (findRefusal({ ...bookingFacts, own }, span)) continue
    const offerEnd = getEndOfOffer(now, { minutes: offerMinutes, start: span.from, noticeHours, timeZone })
    await holdTime(tx, amenity, { id, span: heldSpan, until: offerEnd })
    heldSpans.push(heldSpan)
    await notifyTenant(tx, {
      kind: 'ticket',
      tenantId,
      title: `${amenity.title} is free`,
      message: `${formatBookingTime(span, timeZone)} is held for you until ${formatLongTime(offerEnd, timeZone)}. Accept it to book.`,
      brief: 'A time that you wait for is free',
      link: getOfferLink(amenity.id, span, timeZone),
    })
  }
}

export const selectOpenEntries = (db: DbOrTx) =>
  db
    .selectFrom('waiting_entries as w')
    .where('w.state', 'in', [sql.lit<'waiting'>('waiting'), sql.lit<'offered'>('offered')])

const selectOpenEntriesOfAmenity = (db: DbOrTx, amenityId: number) =>
  selectOpenEntries(db).where('w.amenity_id', '=', amenityId).select('w.id')

async function endExpiredEntries(
  tx: Tx,
  amenity: LockedAmenity,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<void> {
  const overdueEntries = await selectOpenEntriesOfAmenity(tx, amenity.id)
    .select(['tenant_id as tenantId', 'state'])
    .select([
      toSqlMilliseconds(sql`lower(during)`).as('from'),
      toSqlMilliseconds(sql`upper(during)`).as('to'),
    ])
    .where(
      sql<boolean>`(offered_until <= ${now} or lower(during) <= ${now}
        or exists (select from tenants n where n.id = w.tenant_id and n.status = ${DELETED_STATUS}))`,
    )
    .execute()
  await endEntries(tx, overdueEntries)
  for (const { tenantId, state, ...span } of overdueEntries)
    if (state === 'offered')
      await notifyTenant(tx, {
        kind: 'ticket',
        tenantId,
        title: 'Offer ended',
        message: `${amenity.title}, ${formatBookingTime(span, timeZone)}, is no longer held for you.`,
        brief: 'An offer has ended',
        link: getOfferLink(amenity.id, span, timeZone),
      })
}

export async function endEntries(tx: Tx, entries: readonly { readonly id: number }[]): Promise<void> {
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.deleteFrom('amenity_bookings').where('waiting_id', 'in', ids).execute()
  await tx.updateTable('waiting_entries').set({ state: 'ended' }).where('id', 'in', ids).execute()
}

const findFreeEntries = (tx: Tx, { id, rules }: LockedAmenity, now: Date) =>
  tx
    .selectFrom('waiting_entries as w')
    .select(['w.id', 'w.tenant_id as tenantId'])
    .select([
      toSqlMilliseconds(sql`lower(w.during)`).as('from'),
      toSqlMilliseconds(sql`upper(w.during)`).as('to'),
    ])
    .where('w.amenity_id', '=', id)
    .where('w.state', '=', sql.lit('waiting'))
    .where(sql<boolean>`lower(w.during) > ${now}`)
    .where(
      sql<boolean>`not exists (select from amenity_bookings b where b.amenity_id = w.amenity_id
        and b.during && tstzrange(lower(w.during), upper(w.during) + make_interval(mins => ${rules.cleaningMinutes ?? 0})))`,
    )
    .orderBy('w.id')
    .execute()

/** Lists the times that offers of all amenities hold for a tenant. */
const listHeldTimes = (tx: Tx, tenantId: number): Promise<OwnBooking[]> =>
  tx
    .selectFrom('waiting_entries as w')
    .innerJoin('amenity_bookings as b', 'b.waiting_id', 'w.id')
    .select('b.amenity_id as amenityId')
    .select([toSqlMilliseconds(sql`lower(b.during)`).as('from'), toSqlMilliseconds(END_OF_BOOKING).as('to')])
    .where('w.tenant_id', '=', tenantId)
    .where('w.state', '=', sql.lit('offered'))
    .execute()

const addCleaning = ({ rules }: AmenityWithRules, { from, to }: TimeSpan): TimeSpan => ({
  from,
  to: to + (rules.cleaningMinutes ?? 0) * MINUTE_MS,
})

async function holdTime(
  tx: Tx,
  { id: amenityId, rules }: LockedAmenity,
  { id, span, until }: { readonly id: number; readonly span: TimeSpan; readonly until: Date },
): Promise<void> {
  await tx
    .insertInto('amenity_bookings')
    .values({
      waiting_id: id,
      amenity_id: amenityId,
      cleaning_minutes: rules.cleaningMinutes ?? 0,
      during: sql`tstzrange(${new Date(span.from)}, ${new Date(span.to)}, '[)')`,
    })
    .execute()
  await tx
    .updateTable('waiting_entries')
    .set({ state: 'offered', offered_until: until })
    .where('id', '=', id)
    .execute()
}

interface Offer {
  readonly minutes: number
  /** Start of the offered time, in milliseconds since 1970. */
  readonly start: number
  readonly noticeHours: number | null
  readonly timeZone: string
}

/**
 * Returns the time at which an offer expires: `minutes` after now, at night `minutes` after 6 AM. It is
 * never later than the latest time to book, because accepting is refused after that.
 */
export function getEndOfOffer(now: Date, { minutes, start, noticeHours, timeZone }: Offer): Date {
  const clock = toWallClock(now, timeZone)
  const { from: openingHour, to: closingHour } = RESERVATION_HOURS
  const isNight = clock.hour < openingHour || clock.hour >= closingHour
  const [year = 0, month = 0, day = 0] = addDays(formatDay(now, timeZone), clock.hour >= closingHour ? 1 : 0)
    .split('-')
    .map(Number)
  const openingTime = fromWallClock({ year, month, day, hour: openingHour, minute: 0, second: 0 }, timeZone)
  const offerStart = isNight ? openingTime.getTime() : now.getTime()
  const latestTimeToBook = start - (noticeHours ?? 0) * HOUR_MS
  return new Date(Math.min(offerStart + minutes * MINUTE_MS, latestTimeToBook))
}
