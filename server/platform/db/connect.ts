import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientBase, type Pool } from 'pg'
import type { Db } from './client.ts'
import type { DB } from './generated.ts'
import { valueParsers } from './value-parsers.ts'

/** Opens a connection for long work, with settings that format values the same way on every server. */
export async function connect(connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    types: valueParsers,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The next query reports a broken idle connection.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = 'ISO, YMD';
     set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
     set client_encoding = 'UTF8'`,
  )
  return client
}

/** Returns Kysely on an open connection; the caller begins transactions and closes it. */
export function createKysely(client: ClientBase): Db {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

export function getConnectionString(pool: Pool): string {
  const { connectionString } = pool.options
  if (!connectionString) throw new Error('The pool has no connection string.')
  return connectionString
}
