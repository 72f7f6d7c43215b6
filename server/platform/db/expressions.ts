import { sql } from 'kysely'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'

export const CLOCK = sql<Date>`clock_timestamp()`

export const CLOCK_SECONDS = sql<number>`extract(epoch from clock_timestamp())::float8`

/** Returns the time `seconds` before the query, in a form that an index can use. */
export const secondsAgo = (seconds: number) =>
  sql<Date>`(statement_timestamp() - make_interval(secs => ${seconds}))`

/** Passes all ids as one parameter: `in` needs one for each, and a query has at most 65,535. */
export const anyIdOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/** Every change of a versioned row must set these columns. */
export const NEXT_VERSION = { version: sql<number>`version + 1`, updated_at: CLOCK }

/** Only literals match the condition of a partial index. */
export const literals = (...values: readonly (string | number)[]) =>
  sql.join(values.map((value) => sql.lit(value)))

/** Sorts like the column `name_order` of tenants: Á beside A, Ñ after N (rules 13.44). */
export const toNameOrder = (column: string): string =>
  `folded(replace(replace(normalize(${column}), 'ñ', 'n~'), 'Ñ', 'n~')) collate "C"`

export const DELETED = sql.lit(RECORD_STATUS.deleted)
