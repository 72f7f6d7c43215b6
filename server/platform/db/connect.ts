import { Kysely, PostgresDialect } from 'kysely'
import { Client, type ClientBase, type Pool } from 'pg'
import type { Db } from './client.ts'
import type { DB } from './generated.ts'
import { valueParsers } from './value-parsers.ts'

/**
 * Opens a connection without time limits, for long operations such as backups. Its settings make every
 * database server format values (such as dates) in the same way.
 */
export async function connect(connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    types: valueParsers,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Errors of an idle connection are ignored here, because the next query reports them.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = 'ISO, YMD';
     set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1;
     set client_encoding = 'UTF8'`,
  )
  return client
}

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
