import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { prepared } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { eraseFiles } from '../../platform/files/cleaner.ts'
import { releaseFiles } from '../../platform/files/ownership.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import { tell } from '../../platform/realtime/outbox.ts'
import { recordEvent } from './history.ts'

const DAY = 86_400_000
const BATCH = 200

/** Compacts the tallies' differences into one row per module and status. Readers see the same sums before and after. */
export async function compactTallies(db: Db): Promise<void> {
  await prepared(
    db,
    'tallies.compact',
    `with turn as materialized (select pg_try_advisory_xact_lock(hashtext('ticket_tallies')) as mine),
      gone as (delete from ticket_tallies where (select mine from turn) returning module, status, delta)
    insert into ticket_tallies (module, status, delta)
    select module, status, sum(delta) from gone group by module, status having sum(delta) <> 0`,
  )
}

/**
 * Removes identity data (fields marked `expires`) of tickets whose visit is more than `days` ago (rules 6.18): the
 * pictures are erased, and the history says so. Answers how many tickets lost theirs.
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
    if (!module.expiresAfter) continue
    let batch: number
    do {
      batch = await expireBatch(db, store, module, module.expiresAfter, before)
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
  const fields = Object.entries(module.fields).filter(([, field]) => field.expires)
  const names = fields.map(([name]) => name)
  const present = fields
    .map((_, n) => `coalesce(details -> $${n + 4}, 'null') not in ('null', '[]')`)
    .join(' or ')
  const erased: string[] = []
  const expired = await db.transaction().execute(async (tx) => {
    const rows = await prepared<{ id: number; status: number; details: Record<string, unknown> }>(
      tx,
      `tickets.expiring:${module.name}`,
      `select id, status, details from tickets where module = $1 and details ->> $2 < $3 and (${present})
       order by id limit ${BATCH} for no key update skip locked`,
      [module.name, after, before, ...names],
    )
    for (const row of rows) {
      const keys = fields.flatMap(([name, field]) =>
        field.kind === 'files' ? ((row.details[name] ?? []) as FileRef[]).map(({ url }) => url) : [],
      )
      await releaseFiles(tx, { kind: 'ticket', id: row.id }, keys)
      erased.push(...keys)
      const emptied = Object.fromEntries(
        fields.map(([name, field]) => [name, field.kind === 'files' ? [] : null]),
      )
      await prepared(
        tx,
        'tickets.expire',
        `update tickets set details = details || $2::jsonb, version = version + 1,
          updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms') where id = $1`,
        [row.id, JSON.stringify(emptied)],
      )
      const system = { area: 'system', id: null, name: 'Tahanan' }
      await recordEvent(tx, system, { ticketId: row.id, from: row.status, to: row.status, fields: names })
      await tell(tx, 'ticket', { id: row.id })
    }
    return rows.length
  })
  // Only once no record names them any more; after a crash in between the cleaner takes them a day later.
  await eraseFiles(db, store, erased)
  return expired
}
