import { sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { splitSort, type Sort } from '@tahanan/contract/sorting.ts'
import type { DbOrTx } from '../client.ts'
import { DELETED_STATUS } from '../expressions.ts'
import type { DB } from '../generated.ts'
import {
  prepareQuery,
  prepareReadQuery,
  type FilterExpressions,
  type Placeholders,
} from '../prepare-query.ts'
import { createCountCache } from './create-count-cache.ts'
import type { RowFilter } from './row-filter.ts'
import type { SearchPatterns } from './search-patterns.ts'

/**
 * SQL expressions for `order by`, by sort key. In an expression of several columns, only the last column may
 * be sorted in descending order.
 */
export type SortExpressions<Key extends string = string> = Readonly<Record<Key, string>>

export function toOrderBy(orders: SortExpressions, sort: Sort | null, id = 'id'): RawBuilder<unknown> {
  const newestFirst = sql`${sql.ref(id)} desc`
  if (sort === null) return newestFirst
  const { key, descending } = splitSort(sort)
  const orderSql = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (orderSql === undefined) throw new RangeError(`no such order: ${sort}`)
  return sql`${sql.raw(orderSql)}${sql.raw(descending ? ' desc' : '')}, ${newestFirst}`
}

/**
 * Describes a list of tickets or payments. The result of `rows` must contain the columns `id` and `status`.
 */
interface ListDeclaration<D, T extends keyof D, Row, Filter> {
  readonly table: 'tickets' | 'payments'
  /** Query for the rows of the list. It must select the tenant's `client_code` and `uoccname`. */
  readonly rows: (db: DbOrTx) => SelectQueryBuilder<D, T, Row>
  readonly id: string
  /**
   * Conditions of a filter. There must be an index for each combination of filters that administrators use.
   */
  readonly conditions: (filter: FilterExpressions<Filter>) => readonly Expression<unknown>[]
  readonly filterConditions: (rowFilter: RowFilter) => readonly Expression<unknown>[]
  readonly orders: (filter: FilterExpressions<Filter>) => SortExpressions
  readonly tallies: (db: Kysely<DB>, filter: FilterExpressions<Filter>) => Expression<unknown>
}

interface PageRange {
  readonly limit: Expression<number>
  readonly offset: number | Expression<number>
}

export interface PageOfRows {
  readonly limit: number
  readonly offset: number
  readonly sort?: Sort | null
}

type Count = 'total' | 'tally'

type Tally = Readonly<Record<string, number>>

type WithRowFilter<Filter> = Filter & { readonly by?: RowFilter | null }

export const TENANT_SORT_EXPRESSIONS = { clientCode: 'lower(client_code)', clientName: 'name_order' }

/**
 * Number of extra rows that are read per status, because rows created at the same time may have their ids in
 * the opposite order.
 */
const SIMULTANEOUS_ROW_MARGIN = sql.lit(300)
const STATUSES = [1, 2, 3, 4, 5, 6]
const BATCH_SIZE = 500
/**
 * Maximum number of matching rows that are sorted. For more matches, reading the rows in the order of an
 * index is faster.
 */
const MAX_SORTED_MATCHES = 2000

/** Counts the records of each tab. Returns `maxCount` for a larger count. */
export function countByTab(
  statuses: readonly { status: number }[],
  tally: ReadonlyMap<number, number>,
  maxCount = Infinity,
): Record<string, number> {
  const counts = statuses.map(({ status }) => [String(status), tally.get(status) ?? 0] as const)
  const totalCount = counts.reduce((sum, [, n]) => sum + n, 0)
  return Object.fromEntries(
    [['all', totalCount] as const, ...counts].map(([tab, n]) => [tab, Math.min(n, maxCount)]),
  )
}

export function declareList<D, T extends keyof D, Row extends { id: number }, Filter extends SearchPatterns>({
  rows,
  id,
  conditions,
  filterConditions,
  orders,
  tallies,
  ...declaration
}: ListDeclaration<D, T, Row, Filter>) {
  const table = sql.table(declaration.table)
  const toWhere = ({ by, ...filter }: WithRowFilter<FilterExpressions<Filter>>) => {
    const userConditions = by ? filterConditions(by) : []
    return sql.join([...conditions(filter as FilterExpressions<Filter>), ...userConditions], sql` and `)
  }
  const joinRows = (db: DbOrTx) =>
    sql`page cross join lateral ${rows(db).where(sql<boolean>`${sql.ref(id)} = listed`)} as r`

  /**
   * Builds the query of a page. With `count`, each row also has the count, because a separate query for the
   * count would take as long as this one.
   */
  function selectPage(
    db: Kysely<DB>,
    filter: FilterExpressions<Filter>,
    pageRange: PageRange,
    count?: Count,
  ) {
    const page = sql`with page (listed) as (
        select id from ${table} where ${toWhere(filter)} order by id desc ${toLimit(pageRange)})`
    if (!count) return sql<Row & PageCounts>`${page} select r.* from ${joinRows(db)} order by id desc`
    return sql<Row & PageCounts>`${page}
      select counted.*, r.* from (${count === 'total' ? selectCount(filter) : selectTally(db, filter)}) as counted
      left join (${joinRows(db)}) on true order by id desc`
  }

  const selectCount = (filter: WithRowFilter<FilterExpressions<Filter>>) =>
    sql<{ total: number }>`select count(*) as total from (
      select from ${table} where ${toWhere(filter)} limit ${sql.lit(LIMITS.searchTotal)}) as found`

  const selectTally = (db: Kysely<DB>, filter: FilterExpressions<Filter>) =>
    sql<{ tally: Tally | null }>`select jsonb_object_agg(status, n) as tally
      from (${tallies(db, filter)}) as tallied`

  /**
   * Builds the query for the ids of a page. It is not prepared, because the best query plan depends on the
   * values of the filter.
   */
  function selectIds(
    filter: WithRowFilter<FilterExpressions<Filter>>,
    pageRange: PageRange,
    sort: Sort | null,
  ) {
    const sourceSql =
      selectParts(filter, pageRange, sort) ?? sql`${table} ${joinTenants(sort)} where ${toWhere(filter)}`
    return sql<{
      id: number
    }>`select id from ${sourceSql} order by ${toOrderBy(orders(filter), sort)} ${toLimit(pageRange)}`
  }

  /**
   * Returns a table expression with only the first rows of each status, in the order of the list. PostgreSQL
   * then reads one range of an index per status. Assumes that ids increase with the creation time, except for
   * simultaneous rows. Returns null for filters for which PostgreSQL finds a good plan itself.
   */
  function selectParts(
    filter: WithRowFilter<FilterExpressions<Filter>>,
    { limit, offset }: PageRange,
    sort: Sort | null,
  ) {
    const { statuses, days, type, assigneeId } = filter.by ?? {}
    const sortColumn = sort === null ? 'id' : orders(filter)[splitSort(sort).key]
    if (sortColumn !== 'status' && (sortColumn !== 'id' || !filter.by)) return null
    const partRows = sql`select id, status from ${table} where ${toWhere(filter)}`
    // Prevents a slow plan with `offset 0`: PostgreSQL would read all rows from the newest down to the
    // filtered days.
    if (days?.mainDate !== undefined) return sql`(${partRows} offset 0) as parts`
    if (!statuses && !days && !type && !assigneeId && sortColumn !== 'status') return null
    const isDescending = sort === null || sortColumn === 'status' || splitSort(sort).descending
    const columns = days ? ['created_at', 'id'] : ['id']
    const partOrder = sql.raw(columns.map((name) => (isDescending ? `${name} desc` : name)).join(', '))
    return sql`unnest(${statuses ?? STATUSES}::smallint[]) as part (code) cross join lateral (
      ${partRows} and ${table}.status = part.code
      order by ${partOrder} limit ${limit}::int + ${offset}::int + ${SIMULTANEOUS_ROW_MARGIN}) as parts`
  }

  const selectMatches = (filter: WithRowFilter<FilterExpressions<Filter>>) => sql`with found as materialized (
      select id from ${table} where ${toWhere(filter)} order by id desc limit ${sql.lit(LIMITS.searchTotal)})`

  const selectFoundPage = (db: DbOrTx, filter: FilterExpressions<Filter>, pageRange: PageRange) =>
    sql<Row & { total: number }>`${selectMatches(filter)},
      page (listed) as (select id from found order by id desc ${toLimit(pageRange)})
      select total, r.* from (select count(*) as total from found) as counted left join (${joinRows(db)}) on true
      order by id desc`

  function selectFoundIds(
    filter: WithRowFilter<FilterExpressions<Filter>>,
    pageRange: PageRange,
    sort: Sort | null,
  ) {
    // PostgreSQL expects `LIMITS.searchTotal` matches and would read the whole table. `offset 0` makes it
    // read the rows one by one.
    const oneRowSql = sql`(select * from ${table} as one where one.id = found.id offset 0) as one`
    const sortJoin = sort === null ? sql`` : sql`join lateral ${oneRowSql} using (id) ${joinTenants(sort)}`
    return sql<{ ids: number[]; total: number }>`${selectMatches(filter)} select
      (select count(*) from found) as total,
      array(select id from found ${sortJoin} order by ${toOrderBy(orders(filter), sort)} ${toLimit(pageRange)}) as ids`
  }

  /**
   * Returns the rows with these ids, in the order of `ids`. The query is prepared, because planning its joins
   * takes longer than reading a page.
   */
  const listByIds = prepareQuery(
    (db, { ids }: Placeholders<{ ids: readonly number[] }>) =>
      sql<Row>`with page (listed, place) as (select * from unnest(${ids}::bigint[]) with ordinality)
        select r.* from ${joinRows(db)} where r.status <> ${DELETED_STATUS} order by place`,
  )

  // The default page size is part of the SQL text, so that all pages of this size share one query plan.
  // Planning takes longer than reading a page.
  const limit = sql.lit(LIMITS.pageSize)
  const preparePages = (count?: Count) => ({
    first: prepareReadQuery((db, filter: Placeholders<Filter>) =>
      selectPage(db, filter, { limit, offset: sql.lit(0) }, count),
    ),
    later: prepareQuery((db, placeholders: Placeholders<Filter & { offset: number }>) =>
      selectPage(
        db,
        placeholders as FilterExpressions<Filter>,
        { limit, offset: hideFromPlanner(placeholders.offset) },
        count,
      ),
    ),
  })
  const pages = preparePages()
  const countedPages = { total: preparePages('total'), tally: preparePages('tally') }
  const runFoundPage = prepareQuery((db, placeholders: Placeholders<Filter & { offset: number }>) =>
    selectFoundPage(db, placeholders as FilterExpressions<Filter>, { limit, offset: placeholders.offset }),
  )
  const countCache = createCountCache()
  const runCount = prepareReadQuery((_, filter: Placeholders<Filter>) => selectCount(filter))
  const runTally = prepareReadQuery((db, filter: Placeholders<Filter>) => selectTally(db, filter))

  /**
   * Returns true for a page without filters, in the default order and size. Such pages use a prepared query,
   * because they differ only in the page number.
   */
  const isDefaultPage = (
    { by }: WithRowFilter<Filter>,
    { limit: pageSize, sort = null }: PageOfRows,
  ): boolean => sort === null && !by && pageSize === LIMITS.pageSize

  async function listPage(db: DbOrTx, filter: WithRowFilter<Filter>, pageOptions: PageOfRows, count?: Count) {
    if (filter.tenants === undefined && isDefaultPage(filter, pageOptions))
      return listDefaultPage(db, filter, pageOptions.offset, count)
    const [pageResult, tally] = await Promise.all([
      listCustomPage(db, filter, pageOptions, count === 'total'),
      count === 'tally' ? runTally(db, { ...filter, by: undefined }) : undefined,
    ])
    return { ...pageResult, tally: tally && toTallyMap(tally[0]?.tally) }
  }

  async function listDefaultPage(db: DbOrTx, filter: Filter, offset: number, count?: Count) {
    const { first, later } = count ? countedPages[count] : pages
    const pageRows = await (offset === 0 ? first(db, filter) : later(db, { ...filter, offset }))
    return {
      // For a page after the last one, the result is a single row that contains only the count.
      rows: pageRows.filter(({ id: rowId }) => rowId !== null),
      total: pageRows[0]?.total ?? null,
      tally: count === 'tally' ? toTallyMap(pageRows[0]?.tally) : undefined,
    }
  }

  async function listCustomPage(
    db: DbOrTx,
    filter: WithRowFilter<Filter>,
    pageOptions: PageOfRows,
    isCounted: boolean,
  ) {
    if (filter.tenants !== undefined) return findMatches(db, filter, pageOptions)
    if (
      filter.by &&
      pageOptions.sort &&
      !selectParts(filter, { limit: sql.lit(0), offset: 0 }, pageOptions.sort)
    ) {
      // Few matches are sorted, because that is fast. Many matches are read in the order of an index. A
      // filter by days is an exception: its matches are sorted unless the list is sorted by tenant.
      const [total, key] = [await count(db, filter), splitSort(pageOptions.sort).key]
      return total <
        (filter.by.days && !(key in TENANT_SORT_EXPRESSIONS) ? LIMITS.searchTotal : MAX_SORTED_MATCHES)
        ? findMatches(db, filter, pageOptions)
        : { rows: await listFilteredPage(db, filter, pageOptions), total }
    }
    const [pageRows, total] = await Promise.all([
      listFilteredPage(db, filter, pageOptions),
      isCounted ? count(db, filter) : null,
    ])
    return { rows: pageRows, total }
  }

  async function listFilteredPage(
    db: DbOrTx,
    filter: WithRowFilter<Filter>,
    { limit: pageSize, offset, sort = null }: PageOfRows,
  ) {
    const { rows: page } = await selectIds(filter, { limit: sql.lit(pageSize), offset }, sort).execute(db)
    return listByIds(db, { ids: page.map(({ id: rowId }) => rowId) })
  }

  /** Returns a page and the total with one search. The total is at most `LIMITS.searchTotal`. */
  async function findMatches(db: DbOrTx, filter: WithRowFilter<Filter>, page: PageOfRows) {
    const { limit: pageSize, offset, sort = null } = page
    if (!isDefaultPage(filter, page)) {
      const pageRange = { limit: sql.lit(pageSize), offset }
      const { ids = [], total = 0 } =
        (await selectFoundIds(filter, pageRange, sort).execute(db)).rows[0] ?? {}
      return { rows: await listByIds(db, { ids }), total }
    }
    const pageRows = await runFoundPage(db, { ...filter, offset })
    return { rows: pageRows.filter(({ id: rowId }) => rowId !== null), total: pageRows[0]?.total ?? 0 }
  }

  async function count(db: DbOrTx, filter: WithRowFilter<Filter>): Promise<number> {
    if (!filter.by) return (await runCount(db, filter))[0]?.total ?? 0
    const key = `all ${JSON.stringify(filter)}`
    if (countCache.get(key)) return LIMITS.searchTotal
    const total = (await selectCount(filter).execute(db)).rows[0]?.total ?? 0
    if (total === LIMITS.searchTotal) countCache.set(key, new Map())
    return total
  }

  async function countStatuses(
    db: DbOrTx,
    filter: WithRowFilter<Filter>,
  ): Promise<ReadonlyMap<number, number>> {
    const key = `tabs ${JSON.stringify(filter)}`
    const cachedCounts = countCache.get(key)
    if (cachedCounts) return cachedCounts
    const [condition, maxCount] = [toWhere(filter), sql.lit(LIMITS.searchTotal)]
    const { rows: counts } = await sql<StatusCount>`select status, count(*) as n from (
      select status from ${table} where ${condition} limit ${maxCount}) as found group by status`.execute(db)
    const tally = toTally(counts)
    if (counts.reduce((sum, { n }) => sum + n, 0) < LIMITS.searchTotal) return tally
    // If the index finds the searched word, one scan finds all rows. Otherwise each status ends its own scan early.
    const statusCountsQuery =
      filter.indexed === undefined
        ? sql<StatusCount>`select code as status, n
            from unnest(${STATUSES}::smallint[]) as part (code) cross join lateral (select count(*) as n from (
              select from ${table} where ${condition} and ${table}.status = part.code limit ${maxCount}) as found)
              as counted`
        : sql<StatusCount>`select status, least(count(*), ${maxCount}) as n from ${table} where ${condition}
            group by status`
    const { rows: statusCounts } = await statusCountsQuery.execute(db)
    countCache.set(key, toTally(statusCounts))
    return toTally(statusCounts)
  }

  /** Yields all rows in batches. Rows that are added after the first batch are left out. */
  async function* yieldAllRows(
    db: DbOrTx,
    filter: WithRowFilter<Filter>,
    sort: Sort | null = null,
  ): AsyncGenerator<Row[]> {
    if (sort !== null || filter.by || filter.tenants !== undefined) yield* yieldFoundRows(db, filter, sort)
    else yield* yieldNewestRows(db, filter)
  }

  /** Finds all ids first, so that the search or sort runs once and not for each batch. */
  async function* yieldFoundRows(
    db: DbOrTx,
    filter: WithRowFilter<Filter>,
    sort: Sort | null,
  ): AsyncGenerator<Row[]> {
    const orderSql = toOrderBy(orders(filter), sort)
    const { rows: batches } = await sql<{ ids: number[] }>`select array_agg(id order by place) as ids from (
        select id, row_number() over (order by ${orderSql}) as place from ${table} ${joinTenants(sort)}
        where ${toWhere(filter)}) as found
      group by (place - 1) / ${sql.lit(BATCH_SIZE)} order by (place - 1) / ${sql.lit(BATCH_SIZE)}`.execute(db)
    for (const batch of batches) yield await listByIds(db, batch)
  }

  async function* yieldNewestRows(db: DbOrTx, filter: Filter): AsyncGenerator<Row[]> {
    for (let beforeId = Number.MAX_SAFE_INTEGER; ;) {
      const { rows: batch } = await sql<Row>`with page (listed) as materialized (
          select id from ${table} where ${toWhere(filter)} and id < ${beforeId} order by id desc limit ${sql.lit(BATCH_SIZE)}
        ) select r.* from ${joinRows(db)} order by id desc`.execute(db)
      if (batch.length > 0) yield batch
      if (batch.length < BATCH_SIZE) return
      beforeId = batch.at(-1)?.id ?? 0
    }
  }

  const selectMatchingIds = (filter: WithRowFilter<Filter>) =>
    sql<{ id: number }>`select id from ${table} where ${toWhere(filter)}`

  return { read: listPage, countStatuses, each: yieldAllRows, ids: selectMatchingIds }
}

interface PageCounts {
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

/**
 * Hides the offset (number of skipped rows) from PostgreSQL's planner. Otherwise PostgreSQL would make a new
 * plan for each page far from the start.
 */
const hideFromPlanner = (offset: Expression<number>) => sql<number>`(select ${offset}::bigint)`

const toLimit = ({ limit, offset }: PageRange) => sql`limit ${limit} offset ${offset}`

const joinTenants = (sort: Sort | null) =>
  sort !== null && splitSort(sort).key in TENANT_SORT_EXPRESSIONS
    ? sql`join (select id as tenant_id, client_code, name_order from tenants) as n using (tenant_id)`
    : sql``
