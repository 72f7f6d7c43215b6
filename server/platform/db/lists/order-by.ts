import { sql, type RawBuilder } from 'kysely'
import { readSort, type Sort } from '@tahanan/contract/sorting.ts'

/** SQL expressions of a list's orders by key. Of several with commas only the last may be descending. */
export type Orders<Key extends string = string> = Readonly<Record<Key, string>>

/** Returns an order for `orderBy`: newest first, or one of `orders` and then newest first. */
export function orderOf(orders: Orders, sort: Sort | null, id = 'id'): RawBuilder<unknown> {
  const newest = sql`${sql.ref(id)} desc`
  if (sort === null) return newest
  const { key, descending } = readSort(sort)
  const order = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (order === undefined) throw new RangeError(`no such order: ${sort}`)
  return sql`${sql.raw(order)}${sql.raw(descending ? ' desc' : '')}, ${newest}`
}
