import { LOGIN_ATTEMPTS, SECOND_FACTOR, SESSION } from '@tahanan/contract/limits.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'
import { removeExpiredTokens } from './passwords/account-tokens.ts'

/**
 * Rows with a later time were written while the machine's clock was ahead: they would lock accounts out, or keep sessions
 * alive, for as long as the clock was wrong.
 */
const CLOCK_WAS_WRONG = `now() + interval '5 minutes'`

/** Deletes expired sessions, tokens and half-done logins, login failures that no longer count, and rows with a time to come. */
export async function removeExpiredSessions(db: DbOrTx): Promise<void> {
  await prepared(
    db,
    'sessions.expired',
    `delete from sessions where active_at < now() - make_interval(secs => $1) or created_at < now() - make_interval(secs => $2)
       or created_at > ${CLOCK_WAS_WRONG}`,
    [SESSION.idleSeconds, SESSION.maxAgeSeconds],
  )
  await prepared(
    db,
    'logins.expired',
    // wrong codes and uploads count for a day (`code-attempts.ts`, `files/quota.ts`)
    `delete from login_failures where at > ${CLOCK_WAS_WRONG} or at < now() - make_interval(secs => $1)
       and (subject not like all ('{code %,warned %,upload %}') or at < now() - interval '1 day')`,
    [LOGIN_ATTEMPTS.windowSeconds],
  )
  await removeExpiredTokens(db)
  await prepared(
    db,
    'challenges.expired',
    `delete from login_challenges where created_at < clock_timestamp() - make_interval(secs => $1) or created_at > ${CLOCK_WAS_WRONG}`,
    [SECOND_FACTOR.challengeSeconds],
  )
  await prepared(
    db,
    'second-factor.setups-expired',
    `delete from second_factor_setups where created_at < clock_timestamp() - make_interval(secs => $1) or created_at > ${CLOCK_WAS_WRONG}`,
    [SECOND_FACTOR.setupSeconds],
  )
}
