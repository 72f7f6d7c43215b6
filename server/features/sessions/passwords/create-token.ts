import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { findActiveAccount, selectAllAccounts } from '../accounts.ts'
import { isToken, generateToken, hashToken } from '../sessions.ts'

/**
 * Creates a one-time token for choosing a password, valid for the given hours. The database stores only its
 * SHA-256. Older tokens remain valid until `endOlderTokens`, in case the new one cannot be mailed. An
 * advisory lock ensures that each token of an account is later than all older ones.
 */
export async function createToken(db: DbOrTx, area: Area, accountId: number, hours: number): Promise<string> {
  const token = generateToken()
  const lockKeys = sql`hashtext('tahanan.account-tokens'), hashtext(${`${area} ${accountId}`})`
  await sql`select pg_advisory_xact_lock(${lockKeys})`.execute(db)
  const laterTimeQuery = db
    .selectFrom('account_tokens')
    .select(sql`max(created_at) + interval '1 millisecond'`.as('later'))
    .where('area', '=', area)
    .where('account_id', '=', accountId)
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: hashToken(token),
      area,
      account_id: accountId,
      purpose: 'choose-password',
      // Must be later than all other tokens of the account, even if they were created in the same millisecond
      // or the clock was set back since.
      created_at: sql<Date>`greatest(statement_timestamp(), ${laterTimeQuery})`,
      expires_at: sql<Date>`statement_timestamp() + make_interval(hours => ${hours})`,
    })
    .execute()
  return token
}

/**
 * Ends the account's older tokens, so that only the newest link is valid. If several tokens have the same
 * time, one of them remains valid.
 */
export async function endOlderTokens(db: DbOrTx, token: string): Promise<void> {
  await db
    .deleteFrom('account_tokens as o')
    .using('account_tokens as n')
    .where('n.token_hash', '=', hashToken(token))
    .whereRef('o.area', '=', 'n.area')
    .whereRef('o.account_id', '=', 'n.account_id')
    .where(sql<boolean>`(o.created_at, o.token_hash) < (n.created_at, n.token_hash)`)
    .execute()
}

export async function deleteToken(db: DbOrTx, token: string): Promise<void> {
  await db.deleteFrom('account_tokens').where('token_hash', '=', hashToken(token)).execute()
}

export async function endTokens(db: DbOrTx, area: Area, accountId: number): Promise<void> {
  await db.deleteFrom('account_tokens').where('area', '=', area).where('account_id', '=', accountId).execute()
}

/**
 * Finds the account of a token. Returns undefined for an unknown, used or expired token, or if the account
 * was deleted.
 */
export async function findToken(db: DbOrTx, token: string) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('account_tokens as k')
    .innerJoin(selectAllAccounts(db), (join) =>
      join.onRef('accounts.area', '=', 'k.area').onRef('accounts.id', '=', 'k.account_id'),
    )
    .select(['accounts.area', 'login'])
    .where('k.token_hash', '=', hashToken(token))
    .where('k.expires_at', '>', CLOCK)
    .executeTakeFirst()
}

/**
 * Uses up a token in the caller's transaction and returns its account. Returns undefined for invalid tokens.
 * If a token is used several times at once, only one use gets the account.
 */
export async function consumeToken(tx: DbOrTx, token: string) {
  if (!isToken(token)) return undefined
  const usedToken = await tx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', CLOCK)
    .returning(['area', 'account_id as id'])
    .executeTakeFirst()
  return usedToken && findActiveAccount(tx, usedToken.area, usedToken.id)
}

export async function removeExpiredTokens(db: DbOrTx): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<', CLOCK).execute()
}
