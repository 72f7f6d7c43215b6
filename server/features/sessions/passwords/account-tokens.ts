import { randomBytes } from 'node:crypto'
import type { Area } from '@tahanan/contract/limits.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { prepared } from '../../../platform/db/client.ts'
import { tokenHash } from '../sessions.ts'

/** An account that a token stands for, and what it logs in with. */
export interface TokenAccount {
  readonly area: Area
  readonly accountId: number
  /** The client code of a resident, the e-mail address of the others. */
  readonly login: string
}

/** 256 random bits, as `makeToken` writes them. */
const TOKEN = /^[\w-]{43}$/

/**
 * Makes a token with which one may choose a password for an account of any area, once, within so many hours. It is told
 * this once: the database keeps its SHA-256. Older tokens of the account go on until `endOlderTokens`, because a mail
 * that does not leave must not take the last good link away.
 */
export async function makeToken(db: DbOrTx, area: Area, accountId: number, hours: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await prepared(
    db,
    'tokens.make',
    // One look at the clock for both moments, which are so many hours apart to the millisecond. Only where an older token of
    // the account was made in the same millisecond, or by a clock that was ahead, is the new one said to be made after that.
    `insert into account_tokens (token_hash, area, account_id, purpose, created_at, expires_at)
     select $1, $2, $3, 'choose-password',
       greatest(made, (select max(created_at) + interval '1 millisecond' from account_tokens where area = $2 and account_id = $3)),
       made + make_interval(hours => $4)
     from (select clock_timestamp() as made) as clock`,
    [tokenHash(token), area, accountId, hours],
  )
  return token
}

// of two tokens made at once, in two calls, one is the older, whoever asks
const END_OLDER = `
  delete from account_tokens o using account_tokens n
  where n.token_hash = $1 and o.area = n.area and o.account_id = n.account_id
    and (o.created_at, o.token_hash) < (n.created_at, n.token_hash)`

/** Ends the account's tokens that are older than this one: the newest link alone works. */
export async function endOlderTokens(db: DbOrTx, token: string): Promise<void> {
  await prepared(db, 'tokens.end-older', END_OLDER, [tokenHash(token)])
}

/** Deletes a token whose mail did not leave. */
export async function withdrawToken(db: DbOrTx, token: string): Promise<void> {
  await prepared(db, 'tokens.withdraw', 'delete from account_tokens where token_hash = $1', [
    tokenHash(token),
  ])
}

/** Ends all tokens of an account: after a new password, another e-mail address, a deletion. */
export async function endTokens(db: DbOrTx, area: Area, accountId: number): Promise<void> {
  await prepared(db, 'tokens.end', 'delete from account_tokens where area = $1 and account_id = $2', [
    area,
    accountId,
  ])
}

const ACCOUNT = `
  left join tenants t on k.area = 'client' and t.id = k.account_id and t.status <> 0
  left join admins a on k.area = 'admin' and a.id = k.account_id and a.status <> 0
  left join super_admins p on k.area = 'super-admin' and p.id = k.account_id
  where coalesce(t.id, a.id, p.id) is not null`
const COLUMNS = `k.area, k.account_id as "accountId", coalesce(t.client_code, a.email, p.email) as login`

/** Finds the account of a token; null where it is unknown, used, ended, too old, or its account is gone. */
export async function findToken(db: DbOrTx, token: string): Promise<TokenAccount | null> {
  if (!TOKEN.test(token)) return null
  const [found] = await prepared<TokenAccount>(
    db,
    'tokens.find',
    `select ${COLUMNS} from account_tokens k ${ACCOUNT} and k.token_hash = $1 and k.expires_at > clock_timestamp()`,
    [tokenHash(token)],
  )
  return found ?? null
}

/**
 * Uses a token up, in the transaction of its use: of two uses at once one gets the account, the other null, as for a token
 * that `findToken` does not find.
 */
export async function useToken(tx: DbOrTx, token: string): Promise<TokenAccount | null> {
  if (!TOKEN.test(token)) return null
  const [used] = await prepared<TokenAccount>(
    tx,
    'tokens.use',
    `with k as (delete from account_tokens where token_hash = $1 and expires_at > clock_timestamp() returning area, account_id)
     select ${COLUMNS} from k ${ACCOUNT}`,
    [tokenHash(token)],
  )
  return used ?? null
}

/** Removes tokens that are too old; they are of no effect already. */
export async function removeExpiredTokens(db: DbOrTx): Promise<void> {
  await prepared(db, 'tokens.expired', 'delete from account_tokens where expires_at < clock_timestamp()')
}
