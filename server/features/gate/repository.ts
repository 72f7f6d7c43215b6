import { sql, type Insertable } from 'kysely'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import type { GateEvents } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'
import type { EntryCounts } from './count-entries.ts'

const COUNTED = ['key', 'kind', 'people', 'at', 'device_at', 'device_id', 'admin_id', 'undoes'] as const

/** Finds the entry that was written under a key. */
export const findEntry = prepareQuery((db, { key }: Placeholders<{ key: string }>) =>
  db
    .selectFrom('gate_events')
    .select([...COUNTED, 'pass_id', 'mark'])
    .where('key', '=', key),
)

/** Reads the entries of a pass that count. */
export const entriesOfPass = prepareQuery((db, { passId }: Placeholders<{ passId: number }>) =>
  db
    .selectFrom('gate_events')
    .select(COUNTED)
    .where('pass_id', '=', passId)
    .where('kind', '<>', sql.lit('refused')),
)

/** Returns the columns of an entry that name its guard, device and gate. */
export const authorOf = ({ id, name, gate }: AdminActor) => ({
  gate_id: gate?.id ?? null,
  gate_name: gate?.name ?? '',
  device_id: gate?.deviceId ?? null,
  admin_id: id,
  admin_name: name,
})

/** Inserts an entry; false if its key is there already. */
export async function insertEntry(tx: Tx, entry: Insertable<GateEvents>): Promise<boolean> {
  const inserted = await tx
    .insertInto('gate_events')
    .values(entry)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

interface PassChange extends EntryCounts {
  readonly ticked: string[]
  /** When its last exit used it up; null while it is not. */
  readonly usedAt: Date | null
}

/**
 * Saves the counts of a locked pass, and ends it as used, or no longer: if the ticket has no other by now. Returns
 * what changed.
 */
export function updateCounts(tx: Tx, id: number, change: PassChange) {
  const { entered, left, lastInAt, lastOutAt, ticked, usedAt } = change
  return tx
    .updateTable('gate_passes as p')
    .set({ entered, left, last_in_at: lastInAt, last_out_at: lastOutAt, ticked })
    .set(
      usedAt
        ? {
            ended_at: sql`coalesce(p.ended_at, ${usedAt})`,
            end_reason: sql`coalesce(p.end_reason, 'used')`,
          }
        : {
            ended_at: sql`case when ${staysEnded} then p.ended_at end`,
            end_reason: sql`case when ${staysEnded} then p.end_reason end`,
          },
    )
    .where('p.id', '=', id)
    .returning([
      'p.entered',
      'p.left',
      'p.last_in_at',
      'p.last_out_at',
      'p.ticked',
      'p.ended_at',
      'p.end_reason',
    ])
    .executeTakeFirstOrThrow()
}

const staysEnded = sql<boolean>`(p.end_reason <> 'used' or exists (select from gate_passes other
  where other.ticket_id = p.ticket_id and other.ended_at is null and other.id <> p.id))`
