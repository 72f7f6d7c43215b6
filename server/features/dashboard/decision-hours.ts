import { sql } from 'kysely'
import { readOfficeCalendar } from '#features/due-rules/due-time.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED, literals } from '#platform/db/expressions.ts'
import type { DecisionHours } from '@tahanan/contract/dashboard/answers.ts'
import type { OfficeCalendar } from '@tahanan/contract/settings/office-hours.ts'
import { DECIDED_STATUSES, STATUS } from '@tahanan/contract/statuses.ts'
import { wallClock } from '@tahanan/contract/time.ts'

const MONTHS = 12
const DAY = 86_400_000
/** Age at which the figures are computed anew; they read a year of tickets. */
const KEPT_MS = 10 * 60_000

/** Returns a function that reads the office hours to the first decision, at most once in ten minutes. */
export function keepDecisionHours(db: DbOrTx, timeZone: string): () => Promise<DecisionHours[]> {
  let kept: { at: number; figures: Promise<DecisionHours[]> } | undefined
  return () => {
    const at = performance.now()
    if (!kept || at - kept.at > KEPT_MS) {
      kept = { at, figures: readDecisionHours(db, timeZone) }
      kept.figures.catch(() => (kept = undefined))
    }
    return kept.figures
  }
}

/**
 * Reads the median and the 90th percentile of office hours from filing to the first decision, of the tickets
 * that were filed in each of the last twelve months and are decided (rules 13.31).
 */
async function readDecisionHours(db: DbOrTx, timeZone: string): Promise<DecisionHours[]> {
  const now = wallClock(new Date(), timeZone)
  const since = new Date(Date.UTC(now.year, now.month - MONTHS, 1))
  const days = calendarDays(since, await readOfficeCalendar(db, timeZone))
  const start = sql<Date>`(${since.toISOString().slice(0, 10)}::timestamp at time zone ${timeZone})`
  const { rows } = await sql<DecisionHours>`
    with calendar as (
      select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ opens }) => opens)}::int[],
        ${days.map(({ closes }) => closes)}::int[], ${days.map(({ before }) => before)}::int[])
        as days (day, opens, closes, before)),
    decided as (
      select ticket_id, min(at) as at from ticket_events
      where from_status = ${sql.lit(STATUS.approval)} and to_status in (${literals(...DECIDED_STATUSES)})
        and at >= ${start}
      group by ticket_id),
    spans as (
      select t.module, t.created_at at time zone ${timeZone} as filed, d.at at time zone ${timeZone} as decided
      from decided d join tickets t on t.id = d.ticket_id
      where t.created_at >= ${start} and t.status <> ${DELETED}),
    hours as (
      select s.module, date_trunc('month', s.filed) as month,
        (${minutesUntil('decided', 'b')} - ${minutesUntil('filed', 'a')}) / 60.0 as spent
      from spans s join calendar a on a.day = s.filed::date join calendar b on b.day = s.decided::date)
    select module, extract(year from month)::int as year, extract(month from month)::int as month,
      count(*)::int as decided,
      round(percentile_cont(0.5) within group (order by spent)::numeric, 1)::float8 as median,
      round(percentile_cont(0.9) within group (order by spent)::numeric, 1)::float8 as p90
    from hours group by hours.module, hours.month order by hours.month, hours.module`.execute(db)
  return rows
}

/** Minutes of office hours from the start of the calendar to a local time, whose day is joined as `day`. */
const minutesUntil = (time: 'filed' | 'decided', day: 'a' | 'b') => {
  const [at, row] = [sql.ref(`s.${time}`), (column: string) => sql.ref(`${day}.${column}`)]
  const minute = sql`extract(epoch from ${at}::time) / 60`
  return sql`(${row('before')} + greatest(0, least(${minute}, ${row('closes')}) - ${row('opens')}))`
}

/** Returns the days until tomorrow, with opening and closing minute and the open minutes before each. */
function calendarDays(since: Date, { week, holidays }: OfficeCalendar) {
  const days: { day: string; opens: number; closes: number; before: number }[] = []
  let before = 0
  for (let at = since.getTime(); at < Date.now() + 2 * DAY; at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10)
    const hours = holidays.has(day) ? null : week[new Date(at).getUTCDay()]
    const [opens, closes] = hours ? [minuteOf(hours.opens), minuteOf(hours.closes)] : [0, 0]
    days.push({ day, opens, closes, before })
    before += closes - opens
  }
  return days
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
