import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sign } from '../signatures.ts'
import type { DbOrTx } from './client.ts'

/**
 * Returns a secret that all processes share. It is stored in the database, and created with 32 random bytes
 * when it is first used.
 */
export async function getSharedSecret(db: DbOrTx, name: string): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`
    with made as (
      insert into secrets (name, value) values (${name}, ${randomBytes(32)})
      on conflict (name) do nothing returning value
    )
    select value from made union all select value from secrets where name = ${name} limit 1`.execute(db)
  // There is no row if another process inserted the secret during this query. The query is then repeated.
  return rows[0]?.value ?? getSharedSecret(db, name)
}

const TOKEN_BYTES = 16

/** Derives a token of 128 bits from the text, in base64url. The same secret and text give the same token. */
export const deriveToken = (secret: Buffer, text: string): string =>
  sign(secret, text).subarray(0, TOKEN_BYTES).toString('base64url')
