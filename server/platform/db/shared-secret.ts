import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'

/** A secret of 32 bytes by its name: made once, by whichever process comes first, and the same for all of them. */
export async function sharedSecret(db: DbOrTx, name: string): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`
    with made as (
      insert into secrets (name, value) values (${name}, ${randomBytes(32)})
      on conflict (name) do nothing returning value
    )
    select value from made union all select value from secrets where name = ${name} limit 1`.execute(db)
  // Two processes at once: the one that lost did not see the other's row in its own snapshot yet.
  return rows[0]?.value ?? sharedSecret(db, name)
}
