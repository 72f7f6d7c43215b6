import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import { accountOf, accounts } from '../accounts.ts'
import { isToken, newToken, tokenHash } from '../sessions.ts'

/**
 * Makes a token with which one may choose a password for an account of any area, once, within so many hours. It is told
 * this once: the database keeps its SHA-256. Older tokens of the account go on until `endOlderTokens`, because a mail
 * that does not leave must not take the last good link away. Tokens of an account are made one after the other until their
 * transactions end, so that the newest finds all older ones when it ends them.
 */
export async function makeToken(db: DbOrTx, area: Area, accountId: number, hours: number): Promise<string> {
  const token = newToken()
  const turn = sql`hashtext('tahanan.account-tokens'), hashtext(${`${area} ${accountId}`})`
  await sql`select pg_advisory_xact_lock(${turn})`.execute(db)
  const later = db
    .selectFrom('account_tokens')
    .select(sql`max(created_at) + interval '1 millisecond'`.as('later'))
    .where('area', '=', area)
    .where('account_id', '=', accountId)
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: tokenHash(token),
      area,
      account_id: accountId,
      purpose: 'choose-password',
      // Only where an older token of the account was made in the same millisecond, or by a clock that was ahead, is the new
      // one said to be made after that.
      created_at: sql<Date>`greatest(statement_timestamp(), ${later})`,
      expires_at: sql<Date>`statement_timestamp() + make_interval(hours => ${hours})`,
    })
    .execute()
  return token
}

/** Ends the account's tokens that are older than this one, of two made at once one of them: the newest link alone works. */
export async function endOlderTokens(db: DbOrTx, token: string): Promise<void> {
  await db
    .deleteFrom('account_tokens as o')
    .using('account_tokens as n')
    .where('n.token_hash', '=', tokenHash(token))
    .whereRef('o.area', '=', 'n.area')
    .whereRef('o.account_id', '=', 'n.account_id')
    .where(sql<boolean>`(o.created_at, o.token_hash) < (n.created_at, n.token_hash)`)
    .execute()
}

/** Deletes a token whose mail did not leave. */
export async function withdrawToken(db: DbOrTx, token: string): Promise<void> {
  await db.deleteFrom('account_tokens').where('token_hash', '=', tokenHash(token)).execute()
}

/** Ends all tokens of an account: after a new password, another e-mail address, a deletion. */
export async function endTokens(db: DbOrTx, area: Area, accountId: number): Promise<void> {
  await db.deleteFrom('account_tokens').where('area', '=', area).where('account_id', '=', accountId).execute()
}

/** Finds the account of a token; undefined where it is unknown, used, ended, too old, or its account is gone. */
export async function findToken(db: DbOrTx, token: string) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('account_tokens as k')
    .innerJoin(accounts(db), (join) =>
      join.onRef('accounts.area', '=', 'k.area').onRef('accounts.id', '=', 'k.account_id'),
    )
    .select(['accounts.area', 'login'])
    .where('k.token_hash', '=', tokenHash(token))
    .where('k.expires_at', '>', CLOCK)
    .executeTakeFirst()
}

/**
 * Uses a token up, in the transaction of its use: of two uses at once one gets the account, the other undefined, as for a
 * token that `findToken` does not find.
 */
export async function useToken(tx: DbOrTx, token: string) {
  if (!isToken(token)) return undefined
  const used = await tx
    .deleteFrom('account_tokens')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', CLOCK)
    .returning(['area', 'account_id as id'])
    .executeTakeFirst()
  return used && accountOf(tx, used.area, used.id)
}

/** Removes tokens that are too old; they are of no effect already. */
export async function removeExpiredTokens(db: DbOrTx): Promise<void> {
  await db.deleteFrom('account_tokens').where('expires_at', '<', CLOCK).execute()
}
