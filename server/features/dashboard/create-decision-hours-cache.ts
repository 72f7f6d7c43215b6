import { sql } from 'kysely'
import { findOfficeCalendar } from '#features/due-rules/find-due-time.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS, joinSqlLiterals } from '#platform/db/expressions.ts'
import type { DecisionHours } from '@tahanan/contract/dashboard/answers.ts'
import { getOpenTimes, type OfficeCalendar } from '@tahanan/contract/settings/office-hours.ts'
import { DECIDED_STATUSES, STATUS } from '@tahanan/contract/statuses.ts'
import { toWallClock } from '@tahanan/contract/time.ts'

const MONTH_COUNT = 12
const DAY_MINUTES = 24 * 60
/** Milliseconds for which the result is cached, because each computation reads the tickets of a year. */
const CACHE_MS = 10 * 60_000
/** Tickets per query. One query for a whole year would exceed the statement timeout. */
const BATCH_SIZE = 5000

/**
 * Creates a cached query. It returns how many office hours pass from a ticket's filing to the first decision.
 * It runs at most once in ten minutes. While it runs, callers get the previous result.
 */
export function createDecisionHoursCache(db: DbOrTx, timeZone: string): () => Promise<DecisionHours[]> {
  let cachedHours: Promise<DecisionHours[]> | undefined
  let startedAt = -Infinity
  return () => {
    if (performance.now() - startedAt > CACHE_MS) {
      startedAt = performance.now()
      const previousHours = cachedHours
      const nextHours = computeDecisionHours(db, timeZone)
      const storeResult = () => (cachedHours = nextHours)
      nextHours.then(storeResult, () => {
        startedAt = -Infinity
        cachedHours = previousHours
      })
      cachedHours ??= nextHours
    }
    return cachedHours ?? Promise.resolve([])
  }
}

/**
 * Computes the office hours from filing to the first decision of tickets (rules 13.31), for each of the last
 * twelve months. Reads the tickets newest first and stops at the first one before these months. Ids follow
 * the order of filing.
 */
async function computeDecisionHours(db: DbOrTx, timeZone: string): Promise<DecisionHours[]> {
  const now = toWallClock(new Date(), timeZone)
  const sinceMinute = Date.UTC(now.year, now.month - MONTH_COUNT, 1) / 60_000
  const minutesUntil = createOfficeClock(sinceMinute, await findOfficeCalendar(db, timeZone))
  const hoursByKey = new Map<string, number[]>()
  for await (const { module, filed, decided } of streamDecidedTickets(db, sinceMinute, timeZone)) {
    const key = `${new Date(filed * 60_000).toISOString().slice(0, 7)} ${module}`
    const spentHours = (minutesUntil(decided) - minutesUntil(filed)) / 60
    const knownHours = hoursByKey.get(key)
    if (knownHours) knownHours.push(spentHours)
    else hoursByKey.set(key, [spentHours])
  }
  return [...hoursByKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, hours]) =>
      toDecisionHours(
        key,
        hours.toSorted((a, b) => a - b),
      ),
    )
}

async function* streamDecidedTickets(db: DbOrTx, sinceMinute: number, timeZone: string) {
  const toMinutes = (at: string) =>
    sql<number>`extract(epoch from ${sql.ref(at)} at time zone ${timeZone})::float8 / 60`
  for (let beforeId = Number.MAX_SAFE_INTEGER; ;) {
    const ticketRows = await db
      .selectFrom('tickets as t')
      .leftJoinLateral(
        ({ selectFrom }) =>
          selectFrom('ticket_events as e')
            .select(({ fn }) => fn.min('e.at').as('at'))
            .whereRef('e.ticket_id', '=', 't.id')
            .where('e.from_status', '=', sql.lit(STATUS.approval))
            .where(sql<boolean>`e.to_status in (${joinSqlLiterals(...DECIDED_STATUSES)})`)
            .as('d'),
        (join) => join.onTrue(),
      )
      .select([
        't.id',
        't.module',
        toMinutes('t.created_at').as('filed'),
        toMinutes('d.at').$castTo<number | null>().as('decided'),
      ])
      .where('t.id', '<', beforeId)
      .where('t.status', '<>', DELETED_STATUS)
      .orderBy('t.id', 'desc')
      .limit(BATCH_SIZE)
      .execute()
    for (const { module, filed, decided } of ticketRows)
      if (decided !== null && filed >= sinceMinute) yield { module, filed, decided }
    const lastTicket = ticketRows.at(-1)
    if (!lastTicket || ticketRows.length < BATCH_SIZE || lastTicket.filed < sinceMinute) return
    beforeId = lastTicket.id
  }
}

/**
 * Creates a function that returns for how many minutes the office was open between `sinceMinute` and a given
 * minute. Both are minutes of the local clock.
 */
function createOfficeClock(
  sinceMinute: number,
  { week, holidays }: OfficeCalendar,
): (minute: number) => number {
  const officeDays: { openTimes: readonly { from: number; to: number }[]; minutesBefore: number }[] = []
  let openMinutesBefore = 0
  for (
    let dayStart = sinceMinute;
    dayStart < Date.now() / 60_000 + 2 * DAY_MINUTES;
    dayStart += DAY_MINUTES
  ) {
    const day = new Date(dayStart * 60_000)
    const officeHours = holidays.has(day.toISOString().slice(0, 10)) ? null : week[day.getUTCDay()]
    const openTimes = officeHours
      ? getOpenTimes(officeHours).map(({ opens, closes }) => ({
          from: toMinute(opens),
          to: toMinute(closes),
        }))
      : []
    officeDays.push({ openTimes, minutesBefore: openMinutesBefore })
    openMinutesBefore += countOpenMinutes(openTimes, DAY_MINUTES)
  }
  return (minute) => {
    const day = officeDays[Math.floor((minute - sinceMinute) / DAY_MINUTES)]
    if (!day) return openMinutesBefore
    return day.minutesBefore + countOpenMinutes(day.openTimes, (minute - sinceMinute) % DAY_MINUTES)
  }
}

const countOpenMinutes = (openTimes: readonly { from: number; to: number }[], minute: number): number =>
  openTimes.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(minute, to) - from), 0)

function toMinute(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function toDecisionHours(key: string, sortedHours: readonly number[]): DecisionHours {
  const [date = '', module = ''] = key.split(' ')
  const [year = 0, month = 0] = date.split('-').map(Number)
  const [median, p90] = [getPercentile(sortedHours, 0.5), getPercentile(sortedHours, 0.9)]
  return { module, year, month, decided: sortedHours.length, median, p90 }
}

function getPercentile(sortedHours: readonly number[], share: number): number {
  const percentileIndex = (sortedHours.length - 1) * share
  const [low = 0, high = low] = sortedHours.slice(
    Math.floor(percentileIndex),
    Math.floor(percentileIndex) + 2,
  )
  return Math.round((low + (high - low) * (percentileIndex % 1)) * 10) / 10
}
