import { hash, randomInt } from 'node:crypto'
import { SECOND_FACTOR } from '@tahanan/contract/limits.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { OfficeAccount } from '../office-account.ts'

/** Crockford's base 32: no letter that reads like a digit. Sixteen of them are 80 bits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/**
 * Gives an account new recovery codes and takes the earlier ones away. They are told this once ('K7QW-2M9T-XH4B-ZP3N'); the
 * database keeps the SHA-256 of each, which is enough for 80 random bits.
 */
export async function replaceRecoveryCodes(tx: Tx, { area, id }: OfficeAccount): Promise<string[]> {
  await removeRecoveryCodes(tx, { area, id })
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
  await prepared(
    tx,
    'recovery-codes.add',
    'insert into recovery_codes (area, account_id, code_hash) select $1, $2, unnest($3::bytea[])',
    [area, id, codes.map(hashOf)],
  )
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

export async function removeRecoveryCodes(tx: DbOrTx, { area, id }: OfficeAccount): Promise<void> {
  await prepared(
    tx,
    'recovery-codes.remove',
    'delete from recovery_codes where area = $1 and account_id = $2',
    [area, id],
  )
}

/** Uses a recovery code up, in the transaction of what it opens: of two uses at once one is right. */
export async function takeRecoveryCode(tx: Tx, { area, id }: OfficeAccount, typed: string): Promise<boolean> {
  const code = readCode(typed)
  if (code.length !== LENGTH) return false
  const used = await prepared(
    tx,
    'recovery-codes.use',
    `update recovery_codes set used_at = clock_timestamp()
     where area = $1 and account_id = $2 and code_hash = $3 and used_at is null returning id`,
    [area, id, hashOf(code)],
  )
  return used.length > 0
}

/** Counts the codes that are left. */
export async function recoveryCodesLeft(db: DbOrTx, { area, id }: OfficeAccount): Promise<number> {
  const [row] = await prepared<{ n: number }>(
    db,
    'recovery-codes.left',
    'select count(*) as n from recovery_codes where area = $1 and account_id = $2 and used_at is null',
    [area, id],
  )
  return row?.n ?? 0
}

/** Normalises a code as people copy it from paper: small letters, without hyphens, O for zero. */
function readCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

const hashOf = (code: string): Buffer => hash('sha256', code, 'buffer')
