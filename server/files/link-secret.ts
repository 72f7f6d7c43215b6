import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DbOrTx } from '../db/client.ts'

/** The secret that file links are signed with: made once, by whichever process comes first, and the same for all of them. */
export async function linkSecret(db: DbOrTx): Promise<Buffer> {
  const { rows } = await sql<{ value: Buffer }>`
    with made as (
      insert into secrets (name, value) values ('fileLinks', ${randomBytes(32)})
      on conflict (name) do nothing returning value
    )
    select value from made union all select value from secrets where name = 'fileLinks' limit 1`.execute(db)
  // Two processes at once: the one that lost did not see the other's row in its own snapshot yet.
  return rows[0]?.value ?? linkSecret(db)
}
