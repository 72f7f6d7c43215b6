import type { Expression, Kysely } from 'kysely'
import type { DbOrTx } from '../client.ts'
import type { DB } from '../generated.ts'
import type { Placeholders, Query, Statement, batchRead, statement } from '../statement.ts'

/** The values that a filter holds, or a statement's placeholders for them. */
export type Given<Filter> = {
  readonly [Name in keyof Filter]?: NonNullable<Filter[Name]> | Expression<NonNullable<Filter[Name]>>
}

/**
 * Declares a statement whose text depends on what a filter holds, and on a `variant` out of a few: each is built once. `build`
 * gets placeholders for the values that the filter holds, and for `More`.
 */
export function statementPerShape<Filter extends object, More extends object, Row>(
  declare: typeof statement | typeof batchRead,
  build: (db: Kysely<DB>, filter: Given<Filter>, more: Placeholders<More>, variant: string) => Query<Row>,
) {
  const known = new Map<string, Statement<Filter & More, Row>>()
  return (db: DbOrTx, filter: Filter, more: More, variant = ''): Promise<Row[]> => {
    const names = namesIn(filter)
    const shape = `${variant}:${names.join()}`
    const run =
      known.get(shape) ??
      declare<Filter & More, Row>((builder, values) =>
        build(builder, pick(values as Given<Filter>, names), values as Placeholders<More>, variant),
      )
    known.set(shape, run)
    return run(db, { ...filter, ...more })
  }
}

/** Returns what a filter holds. */
export const givenOf = <Filter extends object>(filter: Filter): Given<Filter> =>
  pick(filter as Given<Filter>, namesIn(filter))

const namesIn = <Filter extends object>(filter: Filter) =>
  (Object.keys(filter) as (keyof Filter)[]).filter((name) => filter[name] !== undefined)

function pick<Filter>(values: Given<Filter>, names: readonly (keyof Filter)[]): Given<Filter> {
  const result: { -readonly [Name in keyof Filter]?: Given<Filter>[Name] } = {}
  for (const name of names) result[name] = values[name]
  return result
}
