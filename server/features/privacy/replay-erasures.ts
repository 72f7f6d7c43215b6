import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { findRestoredRecords, loadErasures } from './erasures-file.ts'
import { erasePerson } from './erasures.ts'
import { emptyErasedRequests } from './requests/repository.ts'

/**
 * Repeats the recorded erasures that are missing in a restored backup. Leaves out ids that the backup does
 * not have, or whose hash shows that they now belong to other people. Backdates the release date of the
 * files, so that the next cleaner run deletes them. Returns the number of repeated erasures; undefined if
 * there is no file of records.
 */
export async function replayErasures(db: Db, dataDir: string): Promise<number | undefined> {
  const records = await loadErasures(dataDir)
  if (!records) return undefined
  const tx = db as Tx
  let repeatedCount = 0
  for (const { id, at, ...record } of records) {
    const knownErasure = await tx
      .selectFrom('erasures')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    if (knownErasure?.state === 'done') continue
    const restoredRecords = await findRestoredRecords(tx, record)
    if (!restoredRecords) continue
    const { tenantId, ticketIds, walkInIds, gateEventIds } = restoredRecords
    const { keys } = await erasePerson(tx, restoredRecords)
    await sql`update files set owner_kind = null, owner_id = null, released_at = now() - interval '2 days'
      where key = any(${keys}::text[])`.execute(tx)
    const values = {
      kind: record.kind,
      tenant_id: tenantId,
      ticket_ids: [...ticketIds],
      walk_in_ids: [...walkInIds],
      gate_event_ids: [...gateEventIds],
      hash: record.hash,
      state: 'done' as const,
      asked_by: 'A restore',
      created_at: new Date(at),
      done_at: CLOCK,
    }
    await tx
      .insertInto('erasures')
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: 'done', done_at: CLOCK }))
      .execute()
    repeatedCount += 1
  }
  await emptyErasedRequests(tx)
  return repeatedCount
}
