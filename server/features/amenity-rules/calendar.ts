import { Type, type Static } from 'typebox'
import { listServiceAccess } from '#features/settings/list-service-access.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { invalidInput, requireFound } from '#platform/errors.ts'
import type { AmenityDays, AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import { describePrice, describeRules, RULE_WORDS } from '@tahanan/contract/amenities/describe-rules.ts'
import {
  getDayRefusal,
  getDayState,
  describeQuotas,
  findFixedRefusal,
  getOfferedLengths,
  getOfferedStarts,
  getPeriod,
  planBookingDay,
  getPrice,
  toSpan,
  type BookingFacts,
  type Span,
} from '@tahanan/contract/amenities/judge-booking.ts'
import { Id } from '@tahanan/contract/answers.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import { addDays, describeDateError, formatDay, isDay } from '@tahanan/contract/time.ts'
import { findBookingFacts, findTakenSlots, completeRules, type RuledAmenity } from './find-booking-facts.ts'

export const DaysQuery = Type.Object({
  amenityId: Id,
  month: Type.String({ maxLength: 7, description: 'YYYY-MM' }),
})
export const TimesQuery = Type.Object({
  amenityId: Id,
  date: Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }),
})

/**
 * Bookings this many milliseconds before and after a time are loaded, because the quotas of a week or a month
 * count them.
 */
const QUOTA_RANGE_MS = 31 * 86_400_000

/**
 * Lists the days of a month: whether the reader can book them, and the reason if not (rules 25.6). Throws 400
 * for an invalid month, and 404.
 */
export async function readAmenityDays(
  db: DbOrTx,
  actor: Actor,
  { amenityId, month }: Static<typeof DaysQuery>,
  timeZone: string,
): Promise<AmenityDays> {
  const first = `${month}-01`
  if (!isDay(first)) throw invalidInput({ month: [describeDateError(first)] })
  const span = getPeriod(first, 'month', timeZone)
  const facts = await findFacts(db, actor, { amenityId, span, timeZone })
  const today = formatDay(new Date(facts.now), timeZone)
  const days: AmenityDays['days'] = []
  for (let date = first; date.startsWith(month); date = addDays(date, 1)) {
    const plan = planBookingDay(facts, date)
    days.push({ date, state: getDayState(facts, date, plan), reason: getDayRefusal(facts, date, plan) })
  }
  return {
    rules: describeRules(facts.rules, today),
    price: describePrice(facts.rules),
    quotas: actor.area === 'client' ? describeQuotas(facts, today) : [],
    refusal: await findReaderRefusal(db, actor, facts),
    days,
  }
}

/** Lists the free and the taken times of a day. Throws 400 for an invalid day, and 404. */
export async function readAmenityTimes(
  db: DbOrTx,
  actor: Actor,
  { amenityId, date }: Static<typeof TimesQuery>,
  timeZone: string,
): Promise<AmenityTimes> {
  if (!isDay(date)) throw invalidInput({ date: [describeDateError(date)] })
  const span = toSpan(date, timeZone)
  const tenantId = actor.area === 'client' ? actor.id : 0
  const facts = await findFacts(db, actor, { amenityId, span, timeZone })
  const { min, step } = getOfferedLengths(facts.rules)
  const plan = planBookingDay(facts, date)
  return {
    date,
    state: getDayState(facts, date, plan),
    reason: getDayRefusal(facts, date, plan) ?? (await findReaderRefusal(db, actor, facts)),
    quotas: actor.area === 'client' ? describeQuotas(facts, date) : [],
    min,
    step,
    starts: getOfferedStarts(facts, date, plan).map(({ from, latestEnd }) => ({
      startTime: toText(from),
      latestEnd: toText(latestEnd),
      price: getPrice(facts.rules, { from, to: from + min * 60_000 }, timeZone),
    })),
    taken: (await findTakenSlots(db, { amenityId, ...span, tenantId })).map(({ from, to, own }) => ({
      startTime: toText(from),
      endTime: toText(to),
      own: own ?? false,
      canWait: canWaitFor(facts, { from, to }),
    })),
  }
}

const canWaitFor = (facts: BookingFacts, span: Span): boolean =>
  facts.rules.offerMinutes !== null && span.from > facts.now && findFixedRefusal(facts, span) === null

const toText = (instant: number): string => new Date(instant).toISOString()

interface FactsQuery {
  readonly amenityId: number
  readonly span: Span
  readonly timeZone: string
}

async function findFacts(
  db: DbOrTx,
  actor: Actor,
  { amenityId, span, timeZone }: FactsQuery,
): Promise<BookingFacts> {
  const amenity = requireFound(await findRuledAmenity(db, amenityId))
  const own = {
    from: Math.min(span.from, Date.now()) - QUOTA_RANGE_MS,
    to: Math.max(span.to, Date.now()) + QUOTA_RANGE_MS,
  }
  // Rules about quotas and overdue amounts are left out for administrators, because they are no tenants.
  if (actor.area !== 'client') {
    const rules = { ...completeRules(amenity.rules), quotas: [], gapMinutes: null, onlyPaid: 0 as const }
    return findBookingFacts(db, {
      amenity: { id: amenityId, rules },
      tenantId: 0,
      timeZone,
      taken: span,
      own,
    })
  }
  return findBookingFacts(db, { amenity, tenantId: actor.id, timeZone, taken: span, own })
}

const findRuledAmenity = (db: DbOrTx, id: number): Promise<RuledAmenity | undefined> =>
  db
    .selectFrom('amenities')
    .select(['id', 'rules'])
    .where('id', '=', id)
    .where('status', '<>', DELETED)
    .executeTakeFirst()

async function findReaderRefusal(db: DbOrTx, actor: Actor, facts: BookingFacts): Promise<string | null> {
  if (actor.area !== 'client') return null
  const access = (await listServiceAccess(db, actor.id)).get('reservation')
  if (access === 'blocked') return ERRORS.serviceBlocked[1]
  if (access !== 'open') return ERRORS.serviceDisabled[1]
  return facts.rules.onlyPaid === 1 && facts.isOverdue ? RULE_WORDS.onlyPaid : null
}
