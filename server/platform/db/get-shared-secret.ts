import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sign } from '../signatures.ts'
import type { DbOrTx } from './client.ts'

/** Creates the secret with 32 random bytes at its first use. All processes share it. */
export async function getSharedSecret(db: DbOrTx, name: string): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`
    with made as (
      insert into secrets (name, value) values (${name}, ${randomBytes(32)})
      on conflict (name) do nothing returning value
    )
    select value from made union all select value from secrets where name = ${name} limit 1`.execute(db)
  // No row means that another process inserted it during this query, so that the query could not see it yet.
  return rows[0]?.value ?? getSharedSecret(db, name)
}

const TOKEN_BYTES = 16

/** Returns 128 bits in base64url. */
export const deriveToken = (secret: Buffer, text: string): string =>
  sign(secret, text).subarray(0, TOKEN_BYTES).toString('base64url')
