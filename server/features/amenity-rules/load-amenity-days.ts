import { Type, type Static } from 'typebox'
import { listServiceAccess } from '#features/settings/list-service-access.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { createInvalidInputError, requireFound } from '#platform/errors.ts'
import type { AmenityDays, AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import { describePrice, describeRules, RULE_TEXTS } from '@tahanan/contract/amenities/describe-rules.ts'
import {
  getDayRefusal,
  getDayState,
  describeQuotas,
  findPermanentRefusal,
  getOfferedLengths,
  getOfferedStarts,
  getPeriod,
  createBookingDayPlan,
  getPrice,
  toDaySpan,
  type BookingFacts,
  type TimeSpan,
} from '@tahanan/contract/amenities/judge-booking.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import { addDays, describeDateError, formatDay, isDay } from '@tahanan/contract/time.ts'
import {
  findBookingFacts,
  listTakenTimesForTenant,
  addDefaultRules,
  type AmenityWithRules,
} from './find-booking-facts.ts'

export const DaysQuery = Type.Object({
  amenityId: Id,
  month: Type.String({ maxLength: 7, description: 'YYYY-MM' }),
})
export const TimesQuery = Type.Object({
  amenityId: Id,
  date: Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }),
})

/**
 * Milliseconds before the shown times (and the present) for which the tenant's bookings are loaded too,
 * because quotas per week or month count them.
 */
const QUOTA_RANGE_MS = 31 * 86_400_000

/**
 * Lists the days of a month, and for each whether the caller can book it or why not (rules 25.6). Throws 400
 * for an invalid month, and 404 for an unknown amenity.
 */
export async function loadAmenityDays(
  db: DbOrTx,
  actor: Actor,
  { amenityId, month }: Static<typeof DaysQuery>,
  timeZone: string,
): Promise<AmenityDays> {
  const firstDay = `${month}-01`
  if (!isDay(firstDay)) throw createInvalidInputError({ month: [describeDateError(firstDay)] })
  const span = getPeriod(firstDay, 'month', timeZone)
  const facts = await loadCalendarFacts(db, actor, { amenityId, span, timeZone })
  const today = formatDay(new Date(facts.now), timeZone)
  const days: AmenityDays['days'] = []
  for (let date = firstDay; date.startsWith(month); date = addDays(date, 1)) {
    const plan = createBookingDayPlan(facts, date)
    days.push({ date, state: getDayState(facts, date, plan), reason: getDayRefusal(facts, date, plan) })
  }
  return {
    rules: describeRules(facts.rules, today),
    price: describePrice(facts.rules),
    quotas: actor.area === 'client' ? describeQuotas(facts, today) : [],
    refusal: await findResidentRefusal(db, actor, facts),
    days,
  }
}

/**
 * Loads the times of one day for the booking calendar. Throws 400 for an invalid day, and 404 for an unknown
 * amenity.
 */
export async function loadAmenityTimes(
  db: DbOrTx,
  actor: Actor,
  { amenityId, date }: Static<typeof TimesQuery>,
  timeZone: string,
): Promise<AmenityTimes> {
  if (!isDay(date)) throw createInvalidInputError({ date: [describeDateError(date)] })
  const span = toDaySpan(date, timeZone)
  const tenantId = actor.area === 'client' ? actor.id : 0
  const facts = await loadCalendarFacts(db, actor, { amenityId, span, timeZone })
  const { min, step } = getOfferedLengths(facts.rules)
  const plan = createBookingDayPlan(facts, date)
  return {
    date,
    state: getDayState(facts, date, plan),
    reason: getDayRefusal(facts, date, plan) ?? (await findResidentRefusal(db, actor, facts)),
    quotas: actor.area === 'client' ? describeQuotas(facts, date) : [],
    min,
    step,
    starts: getOfferedStarts(facts, date, plan).map(({ from, latestEnd }) => ({
      startTime: toIsoText(from),
      latestEnd: toIsoText(latestEnd),
      price: getPrice(facts.rules, { from, to: from + min * 60_000 }, timeZone),
    })),
    taken: (await listTakenTimesForTenant(db, { amenityId, ...span, tenantId })).map(({ from, to, own }) => ({
      startTime: toIsoText(from),
      endTime: toIsoText(to),
      own: own ?? false,
      canWait: canJoinWaitingList(facts, { from, to }),
    })),
  }
}

const canJoinWaitingList = (facts: BookingFacts, span: TimeSpan): boolean =>
  facts.rules.offerMinutes !== null && span.from > facts.now && findPermanentRefusal(facts, span) === null

const toIsoText = (instant: number): string => new Date(instant).toISOString()

interface CalendarFactsQuery {
  readonly amenityId: number
  readonly span: TimeSpan
  readonly timeZone: string
}

async function loadCalendarFacts(
  db: DbOrTx,
  actor: Actor,
  { amenityId, span, timeZone }: CalendarFactsQuery,
): Promise<BookingFacts> {
  const amenity = requireFound(await findAmenityWithRules(db, amenityId))
  const ownFrom = Math.min(span.from, Date.now()) - QUOTA_RANGE_MS
  // Administrators are no tenants, so rules about a tenant's quotas and unpaid amounts do not apply to them.
  if (actor.area !== 'client') {
    const rules = { ...addDefaultRules(amenity.rules), quotas: [], gapMinutes: null, onlyPaid: 0 as const }
    return findBookingFacts(db, {
      amenity: { id: amenityId, rules },
      tenantId: 0,
      timeZone,
      takenRange: span,
      ownFrom,
    })
  }
  return findBookingFacts(db, { amenity, tenantId: actor.id, timeZone, takenRange: span, ownFrom })
}

const findAmenityWithRules = (db: DbOrTx, id: number): Promise<AmenityWithRules | undefined> =>
  db
    .selectFrom('amenities')
    .select(['id', 'rules'])
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS)
    .executeTakeFirst()

async function findResidentRefusal(db: DbOrTx, actor: Actor, facts: BookingFacts): Promise<string | null> {
  if (actor.area !== 'client') return null
  const access = (await listServiceAccess(db, actor.id)).get('reservation')
  if (access === 'blocked') return ERRORS.serviceBlocked[1]
  if (access !== 'open') return ERRORS.serviceDisabled[1]
  return facts.rules.onlyPaid === 1 && facts.isOverdue ? RULE_TEXTS.onlyPaid : null
}
