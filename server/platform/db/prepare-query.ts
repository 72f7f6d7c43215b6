import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  ReferenceNode,
  SelectAllNode,
  sql,
  type Compilable,
  type CompiledQuery,
  type Expression,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely'
import type { DbOrTx } from './client.ts'
import type { DB } from './generated.ts'
import { preparedQueries, queryPools } from './query-pool.ts'

export type Placeholders<Values> = {
  readonly [Name in keyof Values]: Expression<Exclude<Values[Name], undefined>>
}

export type FilterExpressions<Filter> = {
  readonly [Name in keyof Filter]?: Filter[Name] | Expression<Exclude<Filter[Name], undefined>>
}

type PreparedQuery<Values, Row> = (db: DbOrTx, values: Values) => Promise<Row[]>

type Query<Row> = Compilable<Row> | RawBuilder<Row>

type BuildQuery<Values, Row> = (db: Kysely<DB>, values: Placeholders<Values>) => Query<Row>

const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * Declares a prepared query, for queries that are run often. Kysely builds it once per set of given values,
 * and PostgreSQL plans it once per connection. For a small query each of these takes longer than running it
 * (docs/decisions/0019).
 *
 *     const findPost = prepareQuery((db, { id }: Placeholders<{ id: number }>) =>
 *       db.selectFrom('posts').select('title').where('id', '=', id))
 *     const rows = await findPost(db, { id: 7 })
 */
export function prepareQuery<Values extends object, Row>(
  build: BuildQuery<Values, Row>,
): PreparedQuery<Values, Row> {
  return createPreparedQuery(build, false)
}

export function prepareReadQuery<Values extends object, Row>(
  build: BuildQuery<Values, Row>,
): PreparedQuery<Values, Row> {
  return createPreparedQuery(build, true)
}

function createPreparedQuery<Values extends object, Row>(
  build: BuildQuery<Values, Row>,
  isRead: boolean,
): PreparedQuery<Values, Row> {
  const compiledQueries = new Map<string, CompiledQuery>()
  return async (db, values) => {
    const names = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== undefined)
    const key = names.join()
    let query = compiledQueries.get(key)
    if (!query) {
      query = compile(names, build)
      compiledQueries.set(key, query)
      if (!preparedQueries.has(query.sql))
        preparedQueries.set(query.sql, { name: `q${preparedQueries.size}`, isRead })
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    // Reads do not use Kysely's query executor. The executor is slow, and it has nothing to do for a query
    // that is already built.
    const pool = isRead ? queryPools.get(db) : undefined
    if (pool) {
      const { name } = preparedQueries.get(query.sql) ?? {}
      return (await pool.runReadQuery({ name, text: query.sql, values: parameters })).rows as Row[]
    }
    return (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows
  }
}

function compile<Values, Row>(
  names: readonly (keyof Values)[],
  build: BuildQuery<Values, Row>,
): CompiledQuery {
  const placeholders = {} as {
    -readonly [Name in keyof Values]: Expression<Exclude<Values[Name], undefined>>
  }
  for (const name of names) placeholders[name] = sql`${new Placeholder(name)}`
  const query = build(builder, placeholders).compile(builder)
  if (returnsAllColumns(query.query))
    throw new TypeError(`Name the columns of a prepared query: ${query.sql}`)
  return query
}

/**
 * Returns true for `select *`. A prepared `*` fails on existing connections after a migration adds a column.
 */
function returnsAllColumns(query: RootOperationNode): boolean {
  const returnedColumns =
    'selections' in query ? query.selections : 'returning' in query ? query.returning?.selections : []
  return (returnedColumns ?? []).some(
    ({ selection }) =>
      SelectAllNode.is(selection) || (ReferenceNode.is(selection) && SelectAllNode.is(selection.column)),
  )
}
