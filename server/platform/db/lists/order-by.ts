import { sql, type RawBuilder } from 'kysely'
import { readSort, type Sort } from '@tahanan/contract/sorting.ts'

/** The orders of a list by their keys: an SQL expression each; of several, separated by commas, the last may descend. */
export type Orders<Key extends string = string> = Readonly<Record<Key, string>>

/** Returns an order for `orderBy`: newest first, or one of `orders`, in which equal rows come newest first. */
export function orderOf(orders: Orders, sort: Sort | null, id = 'id'): RawBuilder<unknown> {
  const newest = sql`${sql.ref(id)} desc`
  if (sort === null) return newest
  const { key, descending } = readSort(sort)
  const order = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (order === undefined) throw new RangeError(`no such order: ${sort}`)
  return sql`${sql.raw(order)}${sql.raw(descending ? ' desc' : '')}, ${newest}`
}
