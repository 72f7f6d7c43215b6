import { sql } from 'kysely'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'

/** The present moment by the database's clock, which all processes share; it goes on within a transaction. */
export const CLOCK = sql<Date>`clock_timestamp()`

/** Seconds since 1970 by the database's clock. */
export const CLOCK_SECONDS = sql<number>`extract(epoch from clock_timestamp())::float8`

/** Returns the moment this many seconds before the query; an index can look it up. */
export const secondsAgo = (seconds: number) =>
  sql<Date>`(statement_timestamp() - make_interval(secs => ${seconds}))`

/** Ids to compare a column with, as one value: `in` would send each by itself, and a query takes 65,535. */
export const anyIdOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`

/** Columns that every change of a versioned row sets. */
export const NEXT_VERSION = { version: sql<number>`version + 1`, updated_at: CLOCK }

/** Returns values as part of a query's text: PostgreSQL matches a partial index only by literals. */
export const literals = (...values: readonly (string | number)[]) =>
  sql.join(values.map((value) => sql.lit(value)))

/** Status of deleted rows, in every table. */
export const DELETED = sql.lit(RECORD_STATUS.deleted)
