import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { getErrorMessage } from '../explain-to-operator.ts'
import { isDatabaseUnavailable } from './is-database-unavailable.ts'

const MIN_MAJOR_VERSION = 15

/**
 * Waits until the database in the operator's settings answers, and checks that the portal can use it. Throws
 * an error with a one-line message for the operator. The message contains the server and the name of the
 * `setting` with the URL, but not the password.
 */
export async function waitForDatabase(
  connectionString: string,
  timeoutMs = 8000,
  setting = 'DATABASE_URL',
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await requireSuitableDatabase(connectionString, setting)
    } catch (error) {
      if (error instanceof UnsuitableDatabaseError) throw new Error(error.message, { cause: error })
      if (!isDatabaseUnavailable(error) || performance.now() + 500 > deadline) {
        throw new Error(
          `The database at ${describePlace(connectionString)} cannot be used: ${getErrorMessage(error)}. Check ${setting}.`,
          {
            cause: error,
          },
        )
      }
      await sleep(500)
    }
  }
}

class UnsuitableDatabaseError extends Error {}

async function requireSuitableDatabase(connectionString: string, setting: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    const { version = '0', encoding } = rows[0] ?? {}
    const major = Math.floor(Number(version) / 10_000)
    if (major < MIN_MAJOR_VERSION) {
      throw new UnsuitableDatabaseError(
        `${setting} leads to PostgreSQL ${major}; ${MIN_MAJOR_VERSION} or later is needed.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new UnsuitableDatabaseError(
        `${setting} leads to a database in ${encoding}; its encoding must be UTF8.`,
      )
    }
  } finally {
    await client.end().catch(() => {})
  }
}

function describePlace(connectionString: string): string {
  const { hostname, port, pathname, searchParams } = new URL(connectionString)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${port || 5432}${pathname}`
}
