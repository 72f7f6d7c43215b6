import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientBase, type Pool } from 'pg'
import type { Db } from './client.ts'
import type { DB } from './generated.ts'
import { valueParsers } from './value-parsers.ts'

/** Opens a connection of its own for long work, with settings that write values alike on every server. */
export async function connect(connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    types: valueParsers,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that breaks while it is idle is told by the next query.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = 'ISO, YMD';
     set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
     set client_encoding = 'UTF8'`,
  )
  return client
}

/** Kysely over one connection that somebody else opened, begins transactions on and closes. */
export function kyselyOn(client: ClientBase): Db {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** The address that a pool connects to, for connections of one's own. */
export function connectionOf(pool: Pool): string {
  const { connectionString } = pool.options
  if (!connectionString) throw new Error('The pool was not opened with an address.')
  return connectionString
}
