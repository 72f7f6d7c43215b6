import { hash, randomInt } from 'node:crypto'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { SECOND_FACTOR_LIMITS } from '@tahanan/contract/limits.ts'
import type { OfficeAccount } from '../to-office-account.ts'

/**
 * Alphabet of recovery codes: Crockford's base 32, without letters that look like digits. Sixteen characters
 * have 80 bits.
 */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 16

/**
 * Replaces an account's recovery codes and returns the new ones ('K7QW-2M9T-XH4B-ZP3N'). The database stores
 * only their SHA-256. A slow password hash is not needed, because a code has 80 random bits.
 */
export async function replaceRecoveryCodes(tx: Tx, { area, id }: OfficeAccount): Promise<string[]> {
  await removeRecoveryCodes(tx, { area, id })
  const codes = Array.from({ length: SECOND_FACTOR_LIMITS.recoveryCodes }, () =>
    Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ area, account_id: id, code_hash: hashCode(code) })))
    .execute()
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

export async function removeRecoveryCodes(tx: DbOrTx, { area, id }: OfficeAccount): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('area', '=', area).where('account_id', '=', id).execute()
}

/**
 * Uses up a recovery code in the caller's transaction. Returns true if the code was valid. If it is used
 * several times at once, only one use is valid.
 */
export async function consumeRecoveryCode(
  tx: Tx,
  { area, id }: OfficeAccount,
  input: string,
): Promise<boolean> {
  const code = normalizeCode(input)
  if (code.length !== CODE_LENGTH) return false
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: CLOCK })
    .where('area', '=', area)
    .where('account_id', '=', id)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: DbOrTx, { area, id }: OfficeAccount): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('area', '=', area)
    .where('account_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

function normalizeCode(input: string): string {
  return input.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

const hashCode = (code: string): Buffer => hash('sha256', code, 'buffer')
