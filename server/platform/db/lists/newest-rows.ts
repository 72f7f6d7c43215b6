import { hash } from 'node:crypto'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { readSort } from '@tahanan/contract/sorting.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import type { SearchPatterns } from './search-patterns.ts'
import { planned, prepared, quick } from '../client.ts'
import type { DbOrTx } from '../client.ts'

/** A table of records that have an id, a tenant and a searchable text, and what a list shows of them. */
export interface ListedTable {
  readonly table: 'tickets' | 'payments'
  /** Alias of the table in `columns` and `joins`. */
  readonly as: string
  readonly columns: string
  readonly joins: string
  /** Finds the ids of a page far back (`with` tables, the last one `page`), where the list can; noting values as it goes. */
  readonly farPage?: (condition: Condition, values: unknown[], page: PageOfRows) => string | null
}

/** Filter of a list: the condition, its values, and a word for each way that it can be put together. */
export interface Condition {
  readonly where: string
  readonly values: readonly unknown[]
  readonly shape: string
}

/**
 * Order of a list: an expression of the listed table, or of its tenant `n`; of several the last may descend. Equal rows come
 * newest first.
 */
export interface Order {
  readonly by: string
  readonly descending: boolean
  readonly ofTenant?: boolean
}

/** The orders of a list by their keys. */
export type Orders = Readonly<Record<string, Omit<Order, 'descending'>>>

/** Returns the order of a sorted list; undefined for the newest first. */
export function orderOf(orders: Orders, sort: Sort | null): Order | undefined {
  if (sort === null) return undefined
  const { key, descending } = readSort(sort)
  const order = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (!order) throw new RangeError(`no such order: ${sort}`)
  return { ...order, descending }
}

/** An `order by`; `as` is what the listed table is called. */
export const orderBy = (as: string, order: Order | undefined): string =>
  `order by ${order ? `${order.by}${order.descending ? ' desc' : ''}, ` : ''}${as}.id desc`

export interface PageOfRows {
  readonly limit: number
  readonly offset: number
}

/** The condition of a search; `value` notes a value and answers its `$n`. */
export function searchCondition(
  { indexed, checked, tenants }: SearchPatterns,
  value: (pattern: string) => string,
): string {
  const own = [
    ...(indexed ? [`search_text like ${value(indexed)}`] : []),
    // No index knows this expression: the planner reads in the order of the ids, or checks what the index above found.
    ...(checked ? [`search_text || '' like ${value(checked)}`] : []),
  ].join(' and ')
  // The tenants are found first, by an index of their own; then theirs and the matching records are one bitmap.
  return `(${own} or tenant_id = any(array(
      select id from tenants where lower(client_code || E'\\n' || uoccname) like ${value(tenants)})))`
}

/** Fewer rows are skipped faster than blocks are added up. */
const FAR = 1000

const joinOf = ({ as }: ListedTable, order: Order): string =>
  order.ofTenant ? `join tenants n on n.id = ${as}.tenant_id` : ''

/** A page of a list that is not searched, in an order of its own. What the filter holds decides which plan is right. */
export function sortedRows<Row>(
  db: DbOrTx,
  listed: ListedTable,
  { where, values }: Condition,
  order: Order,
  page: PageOfRows,
): Promise<Row[]> {
  const { table, as, columns, joins } = listed
  return planned<Row>(
    db,
    `with page as (
      select ${as}.id from (select * from ${table} where ${where}) ${as} ${joinOf(listed, order)}
      ${orderBy(as, order)} limit $${values.length + 1} offset $${values.length + 2}
    ) select ${columns} from page join ${table} ${as} using (id) ${joins} ${orderBy(as, order)}`,
    [...values, page.limit, page.offset],
  )
}

/** A page of a list that is not searched, newest first. */
export async function newestRows<Row>(
  db: DbOrTx,
  listed: ListedTable,
  condition: Condition,
  page: PageOfRows,
): Promise<Row[]> {
  const { table, as, columns, joins, farPage } = listed
  const { where, values, shape } = condition
  const rowsOf = (ids: string) =>
    `with ${ids} select ${columns} from page join ${table} ${as} using (id) ${joins} order by ${as}.id desc`
  const list = (limit: string) =>
    rowsOf(`page as (select id from ${table} where ${where} order by id desc ${limit})`)
  // Nearly every list is a page of the usual size. With the size in the text, one plan is right for all of them and is made
  // once: planning takes longer than reading.
  const usual = page.limit === LIMITS.pageSize
  const read = (distance: string, text: string, given: readonly unknown[]) =>
    usual ? prepared<Row>(db, `${table}.${distance}:${shape}`, text, given) : planned<Row>(db, text, given)
  if (page.offset === 0 && usual)
    return quick<Row>(db, `${table}.first:${shape}`, list(`limit ${LIMITS.pageSize}`), values)
  const farValues = [...values]
  const far = page.offset >= FAR && farPage?.(condition, farValues, page)
  if (far) return read('far', rowsOf(far), farValues)
  return read('near', list(`limit ${page.limit} offset $${values.length + 1}`), [...values, page.offset])
}

/**
 * A page of what a search finds, newest first or in another order, and how much it finds, up to `LIMITS.searchTotal`: the index
 * is read once for both. Named by its text, because planning takes longer than most searches do.
 */
export async function foundRows<Row extends { id: number }>(
  db: DbOrTx,
  listed: ListedTable,
  { where, values }: Condition,
  page: PageOfRows,
  order?: Order,
): Promise<{ rows: Row[]; total: number }> {
  const { table, as, columns, joins } = listed
  const sorted = order ? `found join ${table} ${as} using (id) ${joinOf(listed, order)}` : `found ${as}`
  const text = `with found as materialized (
      select id from ${table} where ${where} order by id desc limit ${LIMITS.searchTotal}
    ), page as (
      select ${as}.id from ${sorted} ${orderBy(as, order)} limit $${values.length + 1} offset $${values.length + 2}
    )
    select total, ${columns} from (select count(*) as total from found) counted
      left join (page join ${table} ${as} using (id) ${joins}) on true
    ${orderBy(as, order)}`
  const rows = await prepared<Row & { total: number }>(db, `${table}.found:${hash('sha1', text)}`, text, [
    ...values,
    page.limit,
    page.offset,
  ])
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

const BATCH = 500

/** Everything that matches, the newest first, a batch at a time; what is added meanwhile is left out. */
export async function* eachRow<Row extends { id: number }>(
  db: DbOrTx,
  { table, as, columns, joins }: ListedTable,
  { where, values }: Condition,
): AsyncGenerator<Row[]> {
  const text = `with page as materialized (
      select id from ${table} where ${where} and id < $${values.length + 1} order by id desc limit ${BATCH}
    ) select ${columns} from page join ${table} ${as} using (id) ${joins} order by ${as}.id desc`
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await planned<Row>(db, text, [...values, before])
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    before = rows.at(-1)?.id ?? 0
  }
}

/** Counts the matches up to `LIMITS.searchTotal`: for one tenant's, which are few. */
export async function countFew(
  db: DbOrTx,
  { table }: ListedTable,
  { where, values, shape }: Condition,
): Promise<number> {
  const text = `select count(*) as n from (select 1 from ${table} where ${where} limit ${LIMITS.searchTotal}) as found`
  const rows = await quick<{ n: number }>(db, `${table}.count:${shape}`, text, values)
  return rows[0]?.n ?? 0
}
