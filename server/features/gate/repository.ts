import { hash } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { AdminActor } from '#platform/actor.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { secondsAgo } from '#platform/db/expressions.ts'
import type { GateEvents } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import type { EntryCounts } from './count-entries.ts'

const COUNTED_COLUMNS = [
  'key',
  'kind',
  'people',
  'at',
  'device_at',
  'device_id',
  'admin_id',
  'undoes',
  'mark',
  'workers',
] as const

export const findEntry = prepareQuery((db, { key }: Placeholders<{ key: string }>) =>
  db
    .selectFrom('gate_events')
    .select([...COUNTED_COLUMNS, 'pass_id'])
    .where('key', '=', key),
)

export const listCountedEntries = prepareQuery((db, { passId }: Placeholders<{ passId: number }>) =>
  db
    .selectFrom('gate_events')
    .select(COUNTED_COLUMNS)
    .where('pass_id', '=', passId)
    .where('kind', '<>', sql.lit('refused')),
)

export const toAuthorColumns = ({ id, name, gate }: AdminActor) => ({
  gate_id: gate?.id ?? null,
  gate_name: gate?.name ?? '',
  device_id: gate?.deviceId ?? null,
  admin_id: id,
  admin_name: name,
})

export type Recorder = Pick<AdminActor, 'name' | 'roles'>

/**
 * Lists names and permissions of administrators by id. Needed because the guard who sends an entry may not be
 * the guard who recorded it (rules 24.47). A deleted administrator has no permissions.
 */
export async function listRecorders(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Recorder>> {
  if (ids.length === 0) return new Map()
  const admins = await db
    .selectFrom('admins')
    .select(['id', 'name', 'roles', 'status'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    admins.map(({ id, name, roles, status }) => [
      id,
      { name, roles: status === RECORD_STATUS.deleted ? [] : roles },
    ]),
  )
}

// A session counts as offline if the pause between two of its calls is longer than this.
const PAUSE_SECONDS = 180

// Selects the time of the session's last call before its last pause; null without a pause. A pause that still
// continues counts too.
const selectLastOnline = prepareQuery((db, { sessionId }: Placeholders<{ sessionId: number }>) =>
  db
    .selectFrom('sessions')
    .select(
      sql<Date | null>`case when active_at < ${secondsAgo(PAUSE_SECONDS)} then active_at else seen_before_gap end`.as(
        'at',
      ),
    )
    .where('id', '=', sessionId),
)
export const findLastOnlineAt = async (
  db: Db,
  session: { sessionId: number },
): Promise<Date | null | undefined> => (await selectLastOnline(db, session))[0]?.at

/** Converts a text to a UUID. Equal texts give equal UUIDs. */
export const toUuid = (text: string): string =>
  hash('md5', text).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export async function insertEntry(tx: Tx, entry: Insertable<GateEvents>): Promise<boolean> {
  const insertResult = await tx
    .insertInto('gate_events')
    .values(entry)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return insertResult.numInsertedOrUpdatedRows === 1n
}

interface PassChange extends EntryCounts {
  readonly ticked: string[]
  /** Time of the last exit, if that exit used the pass up; null while the pass is valid. */
  readonly usedAt: Date | null
}

/**
 * Saves how many people of a pass went in and out. Ends the pass if it is used up. Otherwise makes it valid
 * again, unless its ticket has a newer pass. The caller must have locked the pass.
 */
export function updateCounts(tx: Tx, id: number, change: PassChange) {
  const { entered, left, lastInAt, lastOutAt, mark, maxInside, workersInside, ticked, usedAt } = change
  return tx
    .updateTable('gate_passes as p')
    .set({ entered, left, last_in_at: lastInAt, last_out_at: lastOutAt, mark, ticked })
    .set({
      workers_inside: workersInside,
      came: sql`case when entries = 'one' then ${entered}::int else ${maxInside}::int end`,
    })
    .set(
      usedAt
        ? {
            ended_at: sql`coalesce(p.ended_at, ${usedAt})`,
            end_reason: sql`coalesce(p.end_reason, 'used')`,
          }
        : {
            ended_at: sql`case when ${MUST_STAY_ENDED} then p.ended_at end`,
            end_reason: sql`case when ${MUST_STAY_ENDED} then p.end_reason end`,
          },
    )
    .where('p.id', '=', id)
    .returning([
      'p.entered',
      'p.left',
      'p.last_in_at',
      'p.last_out_at',
      'p.mark',
      'p.came',
      'p.workers_inside',
      'p.ticked',
      'p.ended_at',
      'p.end_reason',
    ])
    .executeTakeFirstOrThrow()
}

const MUST_STAY_ENDED = sql<boolean>`(p.end_reason <> 'used' or exists (select from gate_passes other
  where other.ticket_id = p.ticket_id and other.ended_at is null and other.id <> p.id))`
