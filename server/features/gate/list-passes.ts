import { sql, type RawBuilder } from 'kysely'
import { selectGatePasses, type GatePassRow } from '#features/passes/gate-pass-row.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildWordsCondition, getPublicTenantText } from '#platform/db/lists/build-search-condition.ts'
import type { GateCounts } from '@tahanan/contract/gate/answers.ts'
import type { GateListName } from '@tahanan/contract/gate/requests.ts'
import { formatPickerTime, getStartOfDay } from '@tahanan/contract/time.ts'

interface GateDay {
  readonly now: Date
  readonly start: Date
  readonly end: Date
  readonly dayAfter: Date
  readonly time: string
}

/**
 * Returns the start and end of the community's day, computed by the calendar, because a day has 23 or 25
 * hours when the clock changes.
 */
export function getGateDay(now: Date, timeZone: string): GateDay {
  const start = getStartOfDay(now, timeZone)
  const getNextMidnight = (midnight: Date) =>
    getStartOfDay(new Date(midnight.getTime() + 36 * 3_600_000), timeZone)
  const end = getNextMidnight(start)
  return {
    now,
    start,
    end,
    dayAfter: getNextMidnight(end),
    time: formatPickerTime(now, timeZone).slice(11, 16),
  }
}

const IS_INSIDE = sql<boolean>`p.entered > p."left"`

const isExpected = ({ now }: GateDay, end: Date) => sql<boolean>`(p.ended_at is null and p.valid_to >= ${now}
  and p.valid_from < ${end} and p.entered = p."left")`

// Condition: the present time is after the pass's end or outside its daily hours. Combined with `INSIDE`,
// this selects passes whose people should have left.
const isOverstayed = ({ now, time }: GateDay) =>
  sql<boolean>`(p.valid_to < ${now} or p.day_to < ${time}::time or p.day_from > ${time}::time)`

const hasLeftToday = ({ start }: GateDay) =>
  sql<boolean>`(p.last_out_at >= ${start} and p.entered = p."left")`

// Lists of the gate's page (rules 24.18). Each condition can use a range of an index.
const PASS_LISTS: Readonly<
  Record<GateListName, { of: (day: GateDay) => RawBuilder<boolean>; by: BuildOrder }>
> = {
  expected: {
    of: (day) => isExpected(day, day.end),
    by: ({ start }) =>
      sql`greatest(p.valid_from, ${start}::timestamptz + coalesce(p.day_from, '00:00')), p.id`,
  },
  inside: { of: () => IS_INSIDE, by: (day) => sql`${isOverstayed(day)} desc nulls last, p.valid_to, p.id` },
  left: { of: hasLeftToday, by: () => sql`p.last_out_at desc, p.id` },
}
type BuildOrder = (day: GateDay) => RawBuilder<unknown>

const selectIds = (condition: RawBuilder<boolean>) => sql`select p.id from gate_passes p where ${condition}`

const selectIdsForDevices = (
  day: GateDay,
) => sql`${selectIds(isExpected(day, day.dayAfter))} union all ${selectIds(IS_INSIDE)} union all
  ${selectIds(sql`p.ended_at is not null and p.valid_to >= ${day.start} and p.valid_from < ${day.dayAfter}`)}`

const buildSearchMatch = (searchTerm: string) =>
  sql<boolean>`(${buildWordsCondition(
    sql`concat_ws(E'\\n', t.search_text, folded(w.name || E'\\n' || w.plate), lower(p.code), coalesce(${getPublicTenantText('n')}, folded(w.unit)))`,
    searchTerm,
  )})`

interface PageOfPasses {
  readonly list: GateListName | undefined
  readonly search: string
  readonly limit: number
  readonly offset: number
}

const selectPassCount = (condition: RawBuilder<boolean>) =>
  sql<number>`(select count(*) from gate_passes p where ${condition})`

// `array(…)` makes PostgreSQL find the ids first. With a join, PostgreSQL would overestimate their number and
// choose a slow plan.
const selectPasses = (db: DbOrTx, ids: RawBuilder<unknown>) =>
  selectGatePasses(db).where(sql<boolean>`p.id = any(array(${ids}))`)

/**
 * Lists one page of passes of the list named `list`. Without a name, lists the passes that a gate device
 * stores.
 */
export async function listPasses(db: DbOrTx, day: GateDay, { list, search, limit, offset }: PageOfPasses) {
  const { of, by } = PASS_LISTS[list ?? 'expected']
  if (!list || search.trim() !== '') {
    const matchingPasses = await selectPasses(db, list ? selectIds(of(day)) : selectIdsForDevices(day))
      .where(buildSearchMatch(search))
      .orderBy(by(day))
      .execute()
    return { rows: matchingPasses.slice(offset, offset + limit), total: matchingPasses.length }
  }
  const page = sql`${selectIds(of(day))} order by ${by(day)} limit ${limit} offset ${offset}`
  const [rows, { total }] = await Promise.all([
    selectPasses(db, page).orderBy(by(day)).execute(),
    db.selectNoFrom(selectPassCount(of(day)).as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export const listStoredPasses = (db: DbOrTx, day: GateDay): Promise<GatePassRow[]> =>
  selectPasses(db, selectIdsForDevices(day)).orderBy('p.id').execute()

export async function countPasses(db: DbOrTx, day: GateDay): Promise<Omit<GateCounts, 'officePhone'>> {
  return db
    .selectNoFrom([
      selectPassCount(PASS_LISTS.expected.of(day)).as('expected'),
      selectPassCount(IS_INSIDE).as('inside'),
      selectPassCount(sql`${IS_INSIDE} and ${isOverstayed(day)}`).as('overstay'),
      selectPassCount(hasLeftToday(day)).as('left'),
    ])
    .executeTakeFirstOrThrow()
}
