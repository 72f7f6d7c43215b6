import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { NEXT_VERSION } from '#platform/db/expressions.ts'
import { fileKeys, releaseFiles } from '#platform/files/claim-files.ts'
import { eraseFiles } from '#platform/files/clean-files.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { PORTAL, recordEvent } from './history.ts'

const DAY = 86_400_000
const BATCH = 200

/**
 * Removes identity data (fields kept for `visitorIdentity`) from tickets whose visit was more than `days` ago (rules
 * 6.18): erases the files and records it in the history. Returns the number of tickets.
 */
export async function expireIdentityData(
  db: Db,
  store: FileStore,
  days: number,
  now = new Date(),
): Promise<number> {
  const before = new Date(now.getTime() - days * DAY).toISOString()
  let expired = 0
  for (const module of MODULES) {
    if (!module.keptAfter) continue
    let batch: number
    do {
      batch = await expireBatch(db, store, module, module.keptAfter, before)
      expired += batch
    } while (batch === BATCH)
  }
  return expired
}

async function expireBatch(
  db: Db,
  store: FileStore,
  module: TicketModule,
  after: string,
  before: string,
): Promise<number> {
  const fields = Object.entries(module.fields).filter(([, field]) => field.keptFor === 'visitorIdentity')
  const names = fields.map(([name]) => name)
  const present = names.map(
    (name) => sql<boolean>`coalesce(details -> ${name}, 'null') not in ('null', '[]')`,
  )
  const emptied = Object.fromEntries(fields.map(([name, { kind }]) => [name, kind === 'files' ? [] : null]))
  const erased: string[] = []
  const expired = await db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('tickets')
      .select(['id', 'status', 'details'])
      .where('module', '=', module.name)
      .where(sql<boolean>`details ->> ${after} < ${before}`)
      .where((eb) => eb.or(present))
      .orderBy('id')
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    for (const row of rows) {
      const keys = fields.flatMap(([name, { kind }]) => (kind === 'files' ? fileKeys(row.details[name]) : []))
      await releaseFiles(tx, { kind: 'ticket', id: row.id }, keys)
      erased.push(...keys)
      await tx
        .updateTable('tickets')
        .set({ ...NEXT_VERSION, details: sql`details || ${JSON.stringify(emptied)}::jsonb` })
        .where('id', '=', row.id)
        .execute()
      await recordEvent(tx, PORTAL, { ticketId: row.id, from: row.status, to: row.status, fields: names })
    }
    return rows.length
  })
  // Erased after the commit; after a crash in between the cleaner removes them a day later.
  await eraseFiles(db, store, erased)
  return expired
}
