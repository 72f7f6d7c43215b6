import type { Area } from '@tahanan/contract/limits.ts'
import { recordLogin } from '../../platform/audit/logins.ts'
import type { Tx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'
import { tell } from '../../platform/realtime/outbox.ts'
import { deviceOf } from './device.ts'
import { createSession } from './sessions.ts'

/** Where a login comes from. */
export interface Visitor {
  /** The network address. */
  readonly address: string
  readonly userAgent: string | undefined
}

export interface AccountId {
  readonly area: Area
  readonly id: number
}

// Updates Last Active, and takes the lock that settles a login's race with the end of the account's sessions: the password or
// code must still be valid. `first`: never seen before.
const SEEN: Readonly<Record<Area, (still: string) => string>> = {
  client: (still) => seenIn('tenants', `and status <> 0 and ${still}`),
  admin: (still) => seenIn('admins', `and status <> 0 and ${still}`),
  'super-admin': (still) => seenIn('super_admins', `and ${still}`),
}
const seenIn = (table: string, still: string): string =>
  `with was as (select last_seen from ${table} where id = $1)
   update ${table} set last_seen = clock_timestamp() where id = $1 ${still}
   returning (select last_seen is null from was) as first`

/**
 * Logs an account in whose password was right, in the caller's transaction; null where the password was changed, the account
 * deleted or a second factor turned on since it was checked.
 */
export function openByPassword(
  tx: Tx,
  account: AccountId,
  passwordHash: string | null,
  visitor: Visitor,
): Promise<{ token: string } | null> {
  const factor = account.area === 'client' ? '' : ' and totp_since is null'
  return open(tx, account, {
    visitor,
    name: 'password',
    text: SEEN[account.area](`password_hash = $2${factor}`),
    values: [account.id, passwordHash],
  })
}

/** Logs an account in whose code was right, by the challenge that its password gave. `how` goes into the audit log. */
export function openByCode(
  tx: Tx,
  account: AccountId,
  visitor: Visitor,
  how?: string,
): Promise<{ token: string } | null> {
  return open(tx, account, {
    visitor,
    name: 'code',
    text: SEEN[account.area]('totp_since is not null'),
    values: [account.id],
    how,
  })
}

interface Opening {
  readonly visitor: Visitor
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  readonly how?: string | undefined
}

async function open(
  tx: Tx,
  { area, id }: AccountId,
  { visitor: { address, userAgent }, name, text, values, how }: Opening,
): Promise<{ token: string } | null> {
  const [seen] = await prepared<{ first: boolean }>(tx, `accounts.seen ${area} ${name}`, text, values)
  if (!seen) return null
  const { token } = await createSession(tx, area, id, {
    device: deviceOf(userAgent),
    address,
    first: seen.first,
  })
  await recordLogin(tx, { area, id }, address, how)
  // For the list of sessions that the account has open elsewhere.
  await tell(tx, 'account', { area, id })
  return { token }
}
