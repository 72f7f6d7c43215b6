import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import { LOGIN_ATTEMPT_LIMITS, SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import { removeExpiredTokens } from './passwords/create-token.ts'
import { createActiveSessionCondition } from './sessions.ts'

/**
 * Rows with a later time were written while the clock was ahead. They would lock accounts or keep sessions
 * too long, so they are deleted.
 */
const MAX_FUTURE_TIME = secondsAgo(-5 * 60)

/**
 * Deletes expired sessions, tokens, challenges and login failures. Also deletes rows with a time in the
 * future.
 */
export async function removeExpiredSessions(db: DbOrTx): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) =>
      row.or([row.not(createActiveSessionCondition()), row('created_at', '>', MAX_FUTURE_TIME)]),
    )
    .execute()
  await db
    .deleteFrom('login_failures')
    .where((row) =>
      row.or([
        row('at', '>', MAX_FUTURE_TIME),
        row('at', '<', secondsAgo(24 * 3600)),
        // Login failures count only for this short time. Wrong codes and uploads count for a day
        // (`code-attempts.ts`, `files/reserve-upload.ts`).
        row('at', '<', secondsAgo(LOGIN_ATTEMPT_LIMITS.windowSeconds)).and(
          sql<boolean>`subject not like all ('{code %,warned %,upload %}')`,
        ),
      ]),
    )
    .execute()
  await removeExpiredTokens(db)
  await removeOlderRows(db, 'login_challenges', SECOND_FACTOR_LIMITS.challengeSeconds)
  await removeOlderRows(db, 'second_factor_setups', SECOND_FACTOR_LIMITS.setupSeconds)
}

async function removeOlderRows(
  db: DbOrTx,
  table: 'login_challenges' | 'second_factor_setups',
  seconds: number,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where((row) =>
      row.or([row('created_at', '<', secondsAgo(seconds)), row('created_at', '>', MAX_FUTURE_TIME)]),
    )
    .execute()
}
