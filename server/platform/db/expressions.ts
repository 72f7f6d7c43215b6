import { sql } from 'kysely'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'

export const CLOCK = sql<Date>`clock_timestamp()`

export const CLOCK_SECONDS = sql<number>`extract(epoch from clock_timestamp())::float8`

/**
 * Returns an expression for a past time. Uses `statement_timestamp`, which stays constant during a query, so
 * that PostgreSQL can use an index.
 */
export const secondsAgo = (seconds: number) =>
  sql<Date>`(statement_timestamp() - make_interval(secs => ${seconds}))`

/**
 * Passes all ids as one array parameter, because `in` needs a parameter per id, and a query allows at most
 * 65,535.
 */
export const buildAnyOfIds = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/** Columns that every update must set in a table with a `version` column. */
export const NEXT_VERSION_COLUMNS = { version: sql<number>`version + 1`, updated_at: CLOCK }

/**
 * Puts values into the SQL text. The planner uses a partial index only if the values of its condition are
 * literals, not parameters.
 */
export const joinSqlLiterals = (...values: readonly (string | number)[]) =>
  sql.join(values.map((value) => sql.lit(value)))

/**
 * Returns an expression that sorts names like the column `name_order` of tenants: Á next to A, Ñ after N
 * (rules 13.44).
 */
export const buildNameSortKey = (column: string): string =>
  `folded(replace(replace(normalize(${column}), 'ñ', 'n~'), 'Ñ', 'n~')) collate "C"`

export const DELETED_STATUS = sql.lit(RECORD_STATUS.deleted)
