import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { readSort, type Sort } from '@tahanan/contract/sorting.ts'
import type { DbOrTx } from '../client.ts'
import { prepareQuery, prepareRead, type Given, type Placeholders } from '../prepared-query.ts'
import { orderOf, type Orders } from './order-by.ts'
import type { SearchPatterns } from './search-patterns.ts'

/** A list of records of tenants. Columns that it names stand in the table, and in the rows as the list shows them. */
interface ListDeclaration<D, T extends keyof D, Row, Filter> {
  readonly table: 'tickets' | 'payments'
  /** All rows as the list shows them, with the tenant's `client_code` and `uoccname`. */
  readonly rows: (db: DbOrTx) => SelectQueryBuilder<D, T, Row>
  /** The table's id, as `rows` calls it. */
  readonly id: string
  /** The conditions of a filter. Each combination that the office uses has an index. */
  readonly conditions: (filter: Given<Filter>) => readonly Expression<unknown>[]
  readonly orders: (filter: Given<Filter>) => Orders
}

/** The place of a page in a list; its offset may be a placeholder. */
interface Place {
  readonly limit: Expression<number>
  readonly offset: number | Expression<number>
}

interface PageOfRows {
  readonly limit: number
  readonly offset: number
  readonly sort?: Sort | null
}

/** Orders by the tenant, of any list. */
export const TENANT_ORDERS = { clientCode: 'lower(client_code)', clientName: 'lower(uoccname)' }

/** Rows that are read at a time where all are wanted. */
const BATCH = 500

/**
 * Returns the condition of a search. Its patterns stand in sub-selects, where the planner does not see them, so it keeps one plan:
 * one made for a term is no better and takes longer to make than to run (docs/decisions/0021).
 */
export function searchCondition({ indexed, checked, tenants }: Given<SearchPatterns>): RawBuilder<boolean> {
  const own = [
    ...(indexed ? [sql`search_text like (select ${indexed})`] : []),
    // No index knows this expression: the planner reads in the order of the ids, or checks what the index above found.
    ...(checked ? [sql`search_text || '' like ${checked}`] : []),
  ]
  // The tenants are found first, by an index of their own; then theirs and the matching records are one bitmap.
  return sql<boolean>`(${sql.join(own, sql` and `)} or tenant_id = any(array(
    select id from tenants where lower(client_code || E'\\n' || uoccname) like (select ${tenants}))))`
}

/** Returns the tabs' counts of a list by status, and of `all`. */
export function countsOf(
  statuses: readonly { status: number }[],
  tally: ReadonlyMap<number, number>,
): Record<string, number> {
  const counts = statuses.map(({ status }) => [String(status), tally.get(status) ?? 0] as const)
  return { all: counts.reduce((all, [, n]) => all + n, 0), ...Object.fromEntries(counts) }
}

/** Returns the functions that read a list. */
export function declareList<D, T extends keyof D, Row extends { id: number }, Filter extends SearchPatterns>({
  rows,
  id,
  conditions,
  orders,
  ...declaration
}: ListDeclaration<D, T, Row, Filter>) {
  const table = sql.table(declaration.table)
  const whereOf = (filter: Given<Filter>) => sql`${sql.join([...conditions(filter)], sql` and `)}`
  /** The `page` with its rows, as they are shown. */
  const shown = (db: DbOrTx) =>
    sql`page cross join lateral ${rows(db).where(sql<boolean>`${sql.ref(id)} = listed`)} as r`

  const pageOf = (db: DbOrTx, filter: Given<Filter>, place: Place, sort: Sort | null) => {
    const order = orderOf(orders(filter), sort)
    return sql<Row>`with page (listed) as (
        select id from ${table} ${tenantOf(sort)} where ${whereOf(filter)} order by ${order} ${within(place)}
      ) select r.* from ${shown(db)} order by ${order}`
  }

  const foundOf = (db: DbOrTx, filter: Given<Filter>, place: Place, sort: Sort | null) => {
    const order = orderOf(orders(filter), sort)
    const sorted = sort === null ? sql`` : sql`join ${table} using (id) ${tenantOf(sort)}`
    return sql<Row & { total: number }>`with found as materialized (
        select id from ${table} where ${whereOf(filter)} order by id desc limit ${sql.lit(LIMITS.searchTotal)}
      ), page (listed) as (select id from found ${sorted} order by ${order} ${within(place)})
      select total, r.* from (select count(*) as total from found) as counted left join (${shown(db)}) on true
      order by ${order}`
  }

  // Nearly every list is a page of the usual size. With the size in the text, one plan is right for all of them and is made
  // once: planning takes longer than reading.
  const limit = sql.lit(LIMITS.pageSize)
  const firstRows = prepareRead((db, filter: Placeholders<Filter>) =>
    pageOf(db, filter, { limit, offset: sql.lit(0) }, null),
  )
  const laterRows = prepareQuery((db, given: Placeholders<Filter & { offset: number }>) =>
    pageOf(db, given as Given<Filter>, { limit, offset: given.offset }, null),
  )
  const foundRows = prepareQuery((db, given: Placeholders<Filter & { offset: number }>) =>
    foundOf(db, given as Given<Filter>, { limit, offset: given.offset }, null),
  )
  const countedRows = prepareRead(
    (_, filter: Placeholders<Filter>) =>
      sql<{ total: number }>`select count(*) as total from (
        select from ${table} where ${whereOf(filter)} limit ${sql.lit(LIMITS.searchTotal)}) as found`,
  )

  /** Reads a page, newest first or in another order, and the total of a search or where it is to be `counted`. */
  async function read(db: DbOrTx, filter: Filter, wanted: PageOfRows, { counted = false } = {}) {
    if (filter.tenants !== undefined) return found(db, filter, wanted)
    const [listed, total] = await Promise.all([page(db, filter, wanted), counted ? count(db, filter) : null])
    return { rows: listed, total }
  }

  async function page(db: DbOrTx, filter: Filter, { limit: wanted, offset, sort = null }: PageOfRows) {
    // The right plan of a sorted list depends on the values of the filter, so it is planned for these.
    if (sort !== null || wanted !== LIMITS.pageSize)
      return (await pageOf(db, filter, { limit: sql.lit(wanted), offset }, sort).execute(db)).rows
    return offset === 0 ? firstRows(db, filter) : laterRows(db, { ...filter, offset })
  }

  /** A page of what a search finds, and how much it finds, up to `LIMITS.searchTotal`: the index is read once for both. */
  async function found(db: DbOrTx, filter: Filter, { limit: wanted, offset, sort = null }: PageOfRows) {
    const all =
      sort === null && wanted === LIMITS.pageSize
        ? await foundRows(db, { ...filter, offset })
        : (await foundOf(db, filter, { limit: sql.lit(wanted), offset }, sort).execute(db)).rows
    // A page behind the last one is a single row with the total alone.
    return { rows: all.filter(({ id: there }) => there !== null), total: all[0]?.total ?? 0 }
  }

  /** Counts the rows up to `LIMITS.searchTotal`: for one tenant's, which are few. */
  async function count(db: DbOrTx, filter: Filter): Promise<number> {
    return (await countedRows(db, filter))[0]?.total ?? 0
  }

  /** All rows, newest first, a batch at a time; what is added meanwhile is left out. */
  async function* each(db: DbOrTx, filter: Filter): AsyncGenerator<Row[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const { rows: batch } = await sql<Row>`with page (listed) as materialized (
          select id from ${table} where ${whereOf(filter)} and id < ${before} order by id desc limit ${sql.lit(BATCH)}
        ) select r.* from ${shown(db)} order by id desc`.execute(db)
      if (batch.length > 0) yield batch
      if (batch.length < BATCH) return
      before = batch.at(-1)?.id ?? 0
    }
  }

  /** A sub-select of the ids of all rows. */
  const ids = (filter: Filter) => sql<{ id: number }>`select id from ${table} where ${whereOf(filter)}`

  return { read, each, ids }
}

const within = ({ limit, offset }: Place) => sql`limit ${limit} offset ${offset}`

const tenantOf = (sort: Sort | null) =>
  sort !== null && readSort(sort).key in TENANT_ORDERS
    ? sql`join (select id as tenant_id, client_code, uoccname from tenants) as n using (tenant_id)`
    : sql``
