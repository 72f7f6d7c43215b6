import { sql } from 'kysely'

/** Ids to compare a column with, as one value: `in` would send each by itself, and a statement takes 65,535. */
export const anyIdOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`
