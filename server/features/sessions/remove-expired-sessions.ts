import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { LOGIN_ATTEMPTS, SECOND_FACTOR } from '@tahanan/contract/limits.ts'
import { removeExpiredTokens } from './passwords/create-token.ts'
import { isActive } from './sessions.ts'

/**
 * Rows with a later time were written while the clock was ahead. They would lock accounts or keep sessions
 * too long, so they are deleted.
 */
const CLOCK_WAS_WRONG = secondsAgo(-5 * 60)

/**
 * Deletes expired sessions, tokens, challenges and login failures. Also deletes rows with a time in the
 * future.
 */
export async function removeExpiredSessions(db: DbOrTx): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row.not(isActive()), row('created_at', '>', CLOCK_WAS_WRONG)]))
    .execute()
  await db
    .deleteFrom('login_failures')
    .where((row) =>
      row.or([
        row('at', '>', CLOCK_WAS_WRONG),
        row('at', '<', secondsAgo(24 * 3600)),
        // Other failures count for a shorter time. Wrong codes and uploads count for a day
        // (`code-attempts.ts`, `files/reserve-upload.ts`).
        row('at', '<', secondsAgo(LOGIN_ATTEMPTS.windowSeconds)).and(
          sql<boolean>`subject not like all ('{code %,warned %,upload %}')`,
        ),
      ]),
    )
    .execute()
  await removeExpiredTokens(db)
  await removeOlder(db, 'login_challenges', SECOND_FACTOR.challengeSeconds)
  await removeOlder(db, 'second_factor_setups', SECOND_FACTOR.setupSeconds)
}

async function removeOlder(
  db: DbOrTx,
  table: 'login_challenges' | 'second_factor_setups',
  seconds: number,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where((row) =>
      row.or([row('created_at', '<', secondsAgo(seconds)), row('created_at', '>', CLOCK_WAS_WRONG)]),
    )
    .execute()
}
