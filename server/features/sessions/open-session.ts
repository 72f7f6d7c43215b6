import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { ACCOUNT_TABLES, type Account } from './accounts.ts'
import { recordLogin } from './audited-logins.ts'
import { deviceOf } from './device.ts'
import { createSession } from './sessions.ts'

/** Origin of a login. */
export interface Visitor {
  /** The network address. */
  readonly address: string
  readonly userAgent: string | undefined
}

/** Returns the origin of a call. */
export const visitorOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Visitor => ({
  address: ip,
  userAgent: headers['user-agent'],
})

/**
 * Logs an account in whose password was right, in the caller's transaction; null where the password was changed, the account
 * deleted or a second factor turned on since it was checked.
 */
export function openByPassword(
  tx: Tx,
  account: Account,
  passwordHash: string | null,
  visitor: Visitor,
): Promise<{ token: string } | null> {
  const right = seen(tx, account).where('password_hash', '=', passwordHash)
  return open(tx, account, account.area === 'client' ? right : right.where('totp_since', 'is', null), visitor)
}

/** Logs an account in whose code was right, by the challenge that its password gave. `how` goes into the audit log. */
export function openByCode(
  tx: Tx,
  account: Account,
  visitor: Visitor,
  how?: string,
): Promise<{ token: string } | null> {
  return open(tx, account, seen(tx, account).where('totp_since', 'is not', null), visitor, how)
}

/**
 * Updates Last Active, and takes the lock that settles a login's race with the end of the account's sessions: the caller adds
 * that the password or code is still valid. `first`: never seen before.
 */
function seen(tx: Tx, { area, id }: Account) {
  const table = ACCOUNT_TABLES[area]
  return tx
    .updateTable(table)
    .set({ last_seen: CLOCK })
    .where('id', '=', id)
    .$if(area !== 'super-admin', (query) => query.where('status', '<>', 0))
    .returning((eb) =>
      eb
        .selectFrom(table)
        .select(sql<boolean>`last_seen is null`.as('first'))
        .where('id', '=', id)
        .as('first'),
    )
}

async function open(
  tx: Tx,
  { area, id }: Account,
  still: ReturnType<typeof seen>,
  { address, userAgent }: Visitor,
  how?: string,
): Promise<{ token: string } | null> {
  const account = await still.executeTakeFirst()
  if (!account) return null
  const { token } = await createSession(tx, area, id, {
    device: deviceOf(userAgent),
    address,
    first: account.first ?? false,
  })
  await recordLogin(tx, { area, id }, address, how)
  // For the list of sessions that the account has open elsewhere.
  await tell(tx, 'account', { area, id })
  return { token }
}
