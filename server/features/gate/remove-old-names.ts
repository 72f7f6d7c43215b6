import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'

const DAY = 24 * 3600
const BATCH = 1000

/** Empties names and notes of entries, and walk-ins, that are older than `days` (rules 24.22). */
export async function removeOldNames(db: Db, days: number): Promise<void> {
  const before = secondsAgo(days * DAY)
  let emptied: bigint
  do {
    const { numUpdatedRows } = await db
      .updateTable('gate_events')
      .set({ name: '', note: '', plate: '', workers: [] })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('gate_events')
          .select('id')
          .where('at', '<', before)
          .where(sql<boolean>`(name <> '' or note <> '' or plate <> '' or workers <> '{}')`)
          .limit(BATCH),
      )
      .executeTakeFirst()
    emptied = numUpdatedRows
  } while (emptied === BigInt(BATCH))
  await db
    .updateTable('walk_ins')
    .set({ name: '', purpose: '', plate: '', office_yes: '' })
    .where('created_at', '<', before)
    .where(sql<boolean>`(name <> '' or purpose <> '' or plate <> '' or office_yes <> '')`)
    .execute()
}
