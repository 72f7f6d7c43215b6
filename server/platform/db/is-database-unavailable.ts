import { sql } from 'kysely'
import type { Db } from './client.ts'
import { READ_ONLY_CODE } from './query-pool.ts'

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  READ_ONLY_CODE,
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57014', // query timeout
  '57P01', // stopped by an administrator
  '57P02', // crash of another server process
  '57P03', // starting up or shutting down
  '55P03', // lock timeout
])

const UNAVAILABLE_MESSAGES = [
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
]

/**
 * Returns true if the error means that the database is unavailable, which is answered by 503. Other errors of
 * a query are bugs, which are answered by 500.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // The embedded server's socket does not exist while that server restarts.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return UNAVAILABLE_CODES.has(code) || code.startsWith('08')
  if (UNAVAILABLE_MESSAGES.some((text) => error.message.startsWith(text))) return true
  return isDatabaseUnavailable(error.cause)
}

/**
 * Checks that the database accepts writes and can write to its disk. Runs a sort larger than `work_mem`, which
 * writes a temporary file and leaves no rows. Throws 25006 if the database is read-only, and 53100 if the disk
 * is full.
 */
export async function requireWritableDatabase(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The query itself must fail, because the pool replaces a read-only connection only if a query on it
    // failed with 25006.
    await sql`do $$ begin
      if current_setting('transaction_read_only')::boolean then
        raise exception 'the database is read-only' using errcode = 'read_only_sql_transaction';
      end if;
    end $$`.execute(tx)
    await sql`set local work_mem = '64kB'`.execute(tx)
    await sql`select max(n) from (
      select n, repeat('probe', 200) as filler from generate_series(1, 200) n order by filler, n offset 0
    ) as sorted`.execute(tx)
  })
}
