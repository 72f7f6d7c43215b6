import { sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { splitSort, type Sort } from '@tahanan/contract/sorting.ts'
import type { DbOrTx } from '../client.ts'
import { DELETED } from '../expressions.ts'
import type { DB } from '../generated.ts'
import { prepareQuery, prepareRead, type Given, type Placeholders } from '../prepare-query.ts'
import { createCountCache } from './create-count-cache.ts'
import type { RecordFilter } from './record-filter.ts'
import type { SearchPatterns } from './search-patterns.ts'

/** SQL expressions of a list's sort orders by key. In a comma-separated list, only the last may be descending. */
export type Orders<Key extends string = string> = Readonly<Record<Key, string>>

export function toOrderBy(orders: Orders, sort: Sort | null, id = 'id'): RawBuilder<unknown> {
  const newest = sql`${sql.ref(id)} desc`
  if (sort === null) return newest
  const { key, descending } = splitSort(sort)
  const order = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (order === undefined) throw new RangeError(`no such order: ${sort}`)
  return sql`${sql.raw(order)}${sql.raw(descending ? ' desc' : '')}, ${newest}`
}

/** A list of tenants' records. Its columns exist in the table and in the listed rows. */
interface ListDeclaration<D, T extends keyof D, Row, Filter> {
  readonly table: 'tickets' | 'payments'
  /** Selects all listed rows, with the tenant's `client_code` and `uoccname`. */
  readonly rows: (db: DbOrTx) => SelectQueryBuilder<D, T, Row>
  /** Name of the table's id in `rows`. */
  readonly id: string
  /** SQL conditions of a filter. Each combination that the office uses has an index. */
  readonly conditions: (filter: Given<Filter>) => readonly Expression<unknown>[]
  readonly narrowed: (by: RecordFilter) => readonly Expression<unknown>[]
  readonly orders: (filter: Given<Filter>) => Orders
  /** Selects the number `n` of records of each `status` by the tallies. */
  readonly tallies: (db: Kysely<DB>, filter: Given<Filter>) => Expression<unknown>
}

interface Place {
  readonly limit: Expression<number>
  readonly offset: number | Expression<number>
}

export interface PageOfRows {
  readonly limit: number
  readonly offset: number
  readonly sort?: Sort | null
}

/** Count that a page's query returns too: the list's rows, or the tallies of its tabs. */
type Count = 'total' | 'tally'

/** Numbers of records by status, as JSON. */
type Tally = Readonly<Record<string, number>>

/** A list's filter: its tab and search, and the filters beside them. */
type Narrowed<Filter> = Filter & { readonly by?: RecordFilter | null }

export const TENANT_ORDERS = { clientCode: 'lower(client_code)', clientName: 'name_order' }

/** Rows of a status whose order of creation may differ from that of their ids. */
const SIMULTANEOUS = sql.lit(300)
const STATUSES = [1, 2, 3, 4, 5, 6]
const BATCH = 500
/** Number of matches up to which sorting is faster than searching in index order. */
const FEW = 2000

/** Returns the counts of a list's tabs, by status and for `all`, up to `most`. */
export function countByTab(
  statuses: readonly { status: number }[],
  tally: ReadonlyMap<number, number>,
  most = Infinity,
): Record<string, number> {
  const counts = statuses.map(({ status }) => [String(status), tally.get(status) ?? 0] as const)
  const all = counts.reduce((sum, [, n]) => sum + n, 0)
  return Object.fromEntries([['all', all] as const, ...counts].map(([tab, n]) => [tab, Math.min(n, most)]))
}

export function declareList<D, T extends keyof D, Row extends { id: number }, Filter extends SearchPatterns>({
  rows,
  id,
  conditions,
  narrowed,
  orders,
  tallies,
  ...declaration
}: ListDeclaration<D, T, Row, Filter>) {
  const table = sql.table(declaration.table)
  const whereOf = ({ by, ...filter }: Narrowed<Given<Filter>>) =>
    sql`${sql.join([...conditions(filter as Given<Filter>), ...(by ? narrowed(by) : [])], sql` and `)}`
  /** Joins the ids of `page` with the listed rows. */
  const shown = (db: DbOrTx) =>
    sql`page cross join lateral ${rows(db).where(sql<boolean>`${sql.ref(id)} = listed`)} as r`

  /** Selects a page, with its `count` in each row: a query of its own would take as long as reading the rows. */
  function pageOf(db: Kysely<DB>, filter: Given<Filter>, place: Place, count?: Count) {
    const page = sql`with page (listed) as (
        select id from ${table} where ${whereOf(filter)} order by id desc ${within(place)})`
    if (!count) return sql<Row & Counted>`${page} select r.* from ${shown(db)} order by id desc`
    return sql<Row & Counted>`${page}
      select counted.*, r.* from (${count === 'total' ? countOf(filter) : tallyOf(db, filter)}) as counted
      left join (${shown(db)}) on true order by id desc`
  }

  const countOf = (filter: Narrowed<Given<Filter>>) =>
    sql<{ total: number }>`select count(*) as total from (
      select from ${table} where ${whereOf(filter)} limit ${sql.lit(LIMITS.searchTotal)}) as found`

  const tallyOf = (db: Kysely<DB>, filter: Given<Filter>) =>
    sql<{ tally: Tally | null }>`select jsonb_object_agg(status, n) as tally
      from (${tallies(db, filter)}) as tallied`

  /** Selects the ids of a sorted or filtered page. Not prepared, since the best plan depends on the values. */
  function idsOf(filter: Narrowed<Given<Filter>>, place: Place, sort: Sort | null) {
    const source = partsOf(filter, place, sort) ?? sql`${table} ${tenantOf(sort)} where ${whereOf(filter)}`
    return sql<{
      id: number
    }>`select id from ${source} order by ${toOrderBy(orders(filter), sort)} ${within(place)}`
  }

  /**
   * Returns the first rows of each status in the list's order, one index range each; null for filters that
   * the planner handles well. Rows are created in the order of their ids, except simultaneous ones.
   */
  function partsOf(filter: Narrowed<Given<Filter>>, { limit, offset }: Place, sort: Sort | null) {
    const { statuses, days, type, assigneeId } = filter.by ?? {}
    const column = sort === null ? 'id' : orders(filter)[splitSort(sort).key]
    if (column !== 'status' && (column !== 'id' || !filter.by)) return null
    const rowsOf = sql`select id, status from ${table} where ${whereOf(filter)}`
    // Main dates correlate with ids: the planner would read the newest ids down to the days.
    if (days?.mainDate !== undefined) return sql`(${rowsOf} offset 0) as parts`
    if (!statuses && !days && !type && !assigneeId && column !== 'status') return null
    const isDescending = sort === null || column === 'status' || splitSort(sort).descending
    const columns = days ? ['created_at', 'id'] : ['id']
    const first = sql.raw(columns.map((name) => (isDescending ? `${name} desc` : name)).join(', '))
    return sql`unnest(${statuses ?? STATUSES}::smallint[]) as part (code) cross join lateral (
      ${rowsOf} and ${table}.status = part.code
      order by ${first} limit ${limit}::int + ${offset}::int + ${SIMULTANEOUS}) as parts`
  }

  const foundIn = (filter: Narrowed<Given<Filter>>) => sql`with found as materialized (
      select id from ${table} where ${whereOf(filter)} order by id desc limit ${sql.lit(LIMITS.searchTotal)})`

  const foundOf = (db: DbOrTx, filter: Given<Filter>, place: Place) =>
    sql<Row & { total: number }>`${foundIn(filter)},
      page (listed) as (select id from found order by id desc ${within(place)})
      select total, r.* from (select count(*) as total from found) as counted left join (${shown(db)}) on true
      order by id desc`

  function foundIds(filter: Narrowed<Given<Filter>>, place: Place, sort: Sort | null) {
    // The offset prevents the planner from reading the whole table, as it expects `LIMITS.searchTotal` rows.
    const one = sql`(select * from ${table} as one where one.id = found.id offset 0) as one`
    const sorted = sort === null ? sql`` : sql`join lateral ${one} using (id) ${tenantOf(sort)}`
    return sql<{ ids: number[]; total: number }>`${foundIn(filter)} select
      (select count(*) from found) as total,
      array(select id from found ${sorted} order by ${toOrderBy(orders(filter), sort)} ${within(place)}) as ids`
  }

  /** Selects rows by id, in this order. Prepared: planning the joins takes longer than reading a page. */
  const rowsOfIds = prepareQuery(
    (db, { ids }: Placeholders<{ ids: readonly number[] }>) =>
      sql<Row>`with page (listed, place) as (select * from unnest(${ids}::bigint[]) with ordinality)
        select r.* from ${shown(db)} where r.status <> ${DELETED} order by place`,
  )

  // Nearly all pages have the usual size. With it as a literal they share one plan; planning takes longer
  // than reading.
  const limit = sql.lit(LIMITS.pageSize)
  const preparePages = (count?: Count) => ({
    first: prepareRead((db, filter: Placeholders<Filter>) =>
      pageOf(db, filter, { limit, offset: sql.lit(0) }, count),
    ),
    later: prepareQuery((db, given: Placeholders<Filter & { offset: number }>) =>
      pageOf(db, given as Given<Filter>, { limit, offset: hidden(given.offset) }, count),
    ),
  })
  const pages = preparePages()
  const countedPages = { total: preparePages('total'), tally: preparePages('tally') }
  const foundRows = prepareQuery((db, given: Placeholders<Filter & { offset: number }>) =>
    foundOf(db, given as Given<Filter>, { limit, offset: given.offset }),
  )
  /** Counts of filters that more rows match than are counted. */
  const manyCounts = createCountCache()
  const countedRows = prepareRead((_, filter: Placeholders<Filter>) => countOf(filter))
  const tallied = prepareRead((db, filter: Placeholders<Filter>) => tallyOf(db, filter))

  /** Whether pages differ only in their number, so that their queries are prepared. */
  const isUsual = ({ by }: Narrowed<Filter>, { limit: wanted, sort = null }: PageOfRows): boolean =>
    sort === null && !by && wanted === LIMITS.pageSize

  /** Reads a page, newest first or sorted, with `count`; of a search always with the total. */
  async function read(db: DbOrTx, filter: Narrowed<Filter>, wanted: PageOfRows, count?: Count) {
    if (filter.tenants === undefined && isUsual(filter, wanted))
      return readUsual(db, filter, wanted.offset, count)
    const [listed, tally] = await Promise.all([
      readUnusual(db, filter, wanted, count === 'total'),
      count === 'tally' ? tallied(db, { ...filter, by: undefined }) : undefined,
    ])
    return { ...listed, tally: tally && toTallyMap(tally[0]?.tally) }
  }

  async function readUsual(db: DbOrTx, filter: Filter, offset: number, count?: Count) {
    const { first, later } = count ? countedPages[count] : pages
    const all = await (offset === 0 ? first(db, filter) : later(db, { ...filter, offset }))
    return {
      // A page after the last one is a single row with only the count.
      rows: all.filter(({ id: there }) => there !== null),
      total: all[0]?.total ?? null,
      tally: count === 'tally' ? toTallyMap(all[0]?.tally) : undefined,
    }
  }

  async function readUnusual(db: DbOrTx, filter: Narrowed<Filter>, wanted: PageOfRows, isCounted: boolean) {
    if (filter.tenants !== undefined) return found(db, filter, wanted)
    if (filter.by && wanted.sort && !partsOf(filter, { limit: sql.lit(0), offset: 0 }, wanted.sort)) {
      // Few matches are sorted; many are found quickly in index order, unless days and order correlate.
      const [total, key] = [await count(db, filter), splitSort(wanted.sort).key]
      return total < (filter.by.days && !(key in TENANT_ORDERS) ? LIMITS.searchTotal : FEW)
        ? found(db, filter, wanted)
        : { rows: await page(db, filter, wanted), total }
    }
    const [listed, total] = await Promise.all([
      page(db, filter, wanted),
      isCounted ? count(db, filter) : null,
    ])
    return { rows: listed, total }
  }

  async function page(
    db: DbOrTx,
    filter: Narrowed<Filter>,
    { limit: wanted, offset, sort = null }: PageOfRows,
  ) {
    const { rows: page } = await idsOf(filter, { limit: sql.lit(wanted), offset }, sort).execute(db)
    return rowsOfIds(db, { ids: page.map(({ id: listed }) => listed) })
  }

  /** Reads a page of a search and its total, up to `LIMITS.searchTotal`; reads the index once for both. */
  async function found(db: DbOrTx, filter: Narrowed<Filter>, page: PageOfRows) {
    const { limit: wanted, offset, sort = null } = page
    if (!isUsual(filter, page)) {
      const place = { limit: sql.lit(wanted), offset }
      const { ids = [], total = 0 } = (await foundIds(filter, place, sort).execute(db)).rows[0] ?? {}
      return { rows: await rowsOfIds(db, { ids }), total }
    }
    const all = await foundRows(db, { ...filter, offset })
    // A page after the last one is a single row with only the total.
    return { rows: all.filter(({ id: there }) => there !== null), total: all[0]?.total ?? 0 }
  }

  async function count(db: DbOrTx, filter: Narrowed<Filter>): Promise<number> {
    if (!filter.by) return (await countedRows(db, filter))[0]?.total ?? 0
    const key = `all ${JSON.stringify(filter)}`
    if (manyCounts.get(key)) return LIMITS.searchTotal
    const total = (await countOf(filter).execute(db)).rows[0]?.total ?? 0
    if (total === LIMITS.searchTotal) manyCounts.set(key, new Map())
    return total
  }

  /** Counts the rows by status, each up to `LIMITS.searchTotal`. */
  async function countStatuses(db: DbOrTx, filter: Narrowed<Filter>): Promise<ReadonlyMap<number, number>> {
    const key = `tabs ${JSON.stringify(filter)}`
    const kept = manyCounts.get(key)
    if (kept) return kept
    const [where, most] = [whereOf(filter), sql.lit(LIMITS.searchTotal)]
    const { rows: counts } = await sql<StatusCount>`select status, count(*) as n from (
      select status from ${table} where ${where} limit ${most}) as found group by status`.execute(db)
    const tally = toTally(counts)
    if (counts.reduce((sum, { n }) => sum + n, 0) < LIMITS.searchTotal) return tally
    const { rows: each } = await sql<StatusCount>`select code as status, n
      from unnest(${STATUSES}::smallint[]) as part (code) cross join lateral (select count(*) as n from (
        select from ${table} where ${where} and ${table}.status = part.code limit ${most}) as found) as counted`.execute(
      db,
    )
    manyCounts.set(key, toTally(each))
    return toTally(each)
  }

  /** Yields all rows in batches, newest first or sorted, without rows added meanwhile. */
  async function* each(
    db: DbOrTx,
    filter: Narrowed<Filter>,
    sort: Sort | null = null,
  ): AsyncGenerator<Row[]> {
    if (sort !== null || filter.by || filter.tenants !== undefined) yield* eachOf(db, filter, sort)
    else yield* eachNewest(db, filter)
  }

  /** Finds all ids first, so that the search or sort runs only once for all batches. */
  async function* eachOf(db: DbOrTx, filter: Narrowed<Filter>, sort: Sort | null): AsyncGenerator<Row[]> {
    const order = toOrderBy(orders(filter), sort)
    const { rows: batches } = await sql<{ ids: number[] }>`select array_agg(id order by place) as ids from (
        select id, row_number() over (order by ${order}) as place from ${table} ${tenantOf(sort)}
        where ${whereOf(filter)}) as found
      group by (place - 1) / ${sql.lit(BATCH)} order by (place - 1) / ${sql.lit(BATCH)}`.execute(db)
    for (const batch of batches) yield await rowsOfIds(db, batch)
  }

  async function* eachNewest(db: DbOrTx, filter: Filter): AsyncGenerator<Row[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const { rows: batch } = await sql<Row>`with page (listed) as materialized (
          select id from ${table} where ${whereOf(filter)} and id < ${before} order by id desc limit ${sql.lit(BATCH)}
        ) select r.* from ${shown(db)} order by id desc`.execute(db)
      if (batch.length > 0) yield batch
      if (batch.length < BATCH) return
      before = batch.at(-1)?.id ?? 0
    }
  }

  const ids = (filter: Narrowed<Filter>) =>
    sql<{ id: number }>`select id from ${table} where ${whereOf(filter)}`

  return { read, countStatuses, each, ids }
}

/** Columns of the count in each row of a page. */
interface Counted {
  readonly total?: number
  readonly tally?: Tally | null
}

interface StatusCount {
  readonly status: number
  readonly n: number
}
const toTally = (counts: readonly StatusCount[]): ReadonlyMap<number, number> =>
  new Map(counts.map(({ status, n }) => [status, n]))

const toTallyMap = (tally?: Tally | null): ReadonlyMap<number, number> =>
  new Map(Object.entries(tally ?? {}).map(([status, n]) => [Number(status), n]))

/** Hides an offset from the planner, which would plan each call of a far page anew to estimate its cost. */
const hidden = (offset: Expression<number>) => sql<number>`(select ${offset}::bigint)`

const within = ({ limit, offset }: Place) => sql`limit ${limit} offset ${offset}`

const tenantOf = (sort: Sort | null) =>
  sort !== null && splitSort(sort).key in TENANT_ORDERS
    ? sql`join (select id as tenant_id, client_code, name_order from tenants) as n using (tenant_id)`
    : sql``
