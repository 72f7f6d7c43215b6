import { hash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type CompiledQuery,
  type Expression,
  type RawBuilder,
} from 'kysely'
import type { DbOrTx } from './client.ts'
import type { SentQuery } from './database-driver.ts'
import type { DB } from './generated.ts'

/** Placeholders of a statement's values, by their names. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> }

/** Runs a statement with its values. Returns its rows. */
export type Statement<Values, Row> = (db: DbOrTx, values: Values) => Promise<Row[]>

/** A query of the builder, or one written whole with `sql`. */
export type Query<Row> = Compilable<Row> | RawBuilder<Row>
type Build<Values, Row> = (db: Kysely<DB>, values: Placeholders<Values>) => Query<Row>

/** Builds queries, and has no database to run them on. */
const builder = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Declares a statement that most calls make: it is built once, and PostgreSQL parses and plans it once per connection. Building
 * and planning cost a small statement as much as running it (docs/decisions/0019).
 *
 *     const findPost = statement((db, { id }: Placeholders<{ id: number }>) =>
 *       db.selectFrom('posts').selectAll().where('id', '=', id))
 *     const rows = await findPost(db, { id: 7 })
 */
export function statement<Values extends object, Row>(build: Build<Values, Row>): Statement<Values, Row> {
  return declare(build, false)
}

/**
 * Declares a statement that an index answers in a fraction of a millisecond. It is sent in a batch with those that other calls
 * make at the same moment; in a transaction it runs like any other.
 */
export function batchRead<Values extends object, Row>(build: Build<Values, Row>): Statement<Values, Row> {
  return declare(build, true)
}

/** Runs a composed query whose text is one of a few: PostgreSQL keeps its plan, and plans it for no value in particular. */
export async function executePrepared<Row>(
  db: DbOrTx,
  query: Query<Row>,
  { batched = false } = {},
): Promise<Row[]> {
  return (await db.executeQuery<Row>(prepare(query, batched))).rows
}

function declare<Values extends object, Row>(
  build: Build<Values, Row>,
  batched: boolean,
): Statement<Values, Row> {
  const placeholders = new Proxy({} as Placeholders<Values>, {
    get: (_, name) => sql`${new Placeholder(String(name))}`,
    ownKeys: () => {
      throw new TypeError('Name each placeholder: which there are is not known, so they cannot be spread.')
    },
  })
  const prepared = prepare(build(builder, placeholders), batched)
  return async (db, values) => {
    const parameters = prepared.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...prepared, parameters } as CompiledQuery<Row>)
    return rows
  }
}

function prepare<Row>(query: Query<Row>, batched: boolean): SentQuery<Row> {
  const compiled = query.compile(builder)
  return { ...compiled, statementName: hash('sha1', compiled.sql, 'base64url'), batched }
}
