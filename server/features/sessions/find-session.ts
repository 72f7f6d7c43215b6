import { sql } from 'kysely'
import type { Actor, AdminActor } from '#platform/actor.ts'
import type { Db } from '#platform/db/client.ts'
import { CLOCK, secondsAgo, DELETED_STATUS } from '#platform/db/expressions.ts'
import { prepareReadQuery, prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { PortalError } from '#platform/errors.ts'
import type { FoundSession, Sessions } from '#platform/sessions.ts'
import { CONFIRMATION_SECONDS } from '@tahanan/contract/limits.ts'
import { createActiveSessionCondition, isToken, hashToken } from './sessions.ts'

const selectActiveSessions = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .leftJoin('tenants as t', (join) =>
      join
        .on('s.area', '=', 'client')
        .onRef('t.id', '=', 's.account_id')
        .on('t.status', '<>', DELETED_STATUS),
    )
    .leftJoin('admins as a', (join) =>
      join.on('s.area', '=', 'admin').onRef('a.id', '=', 's.account_id').on('a.status', '<>', DELETED_STATUS),
    )
    .leftJoin('super_admins as p', (join) =>
      join.on('s.area', '=', 'super-admin').onRef('p.id', '=', 's.account_id'),
    )
    .leftJoin('gate_devices as d', (join) =>
      join.onRef('d.id', '=', 's.gate_device_id').on('d.ended_at', 'is', null),
    )
    .leftJoin('gates as g', (join) =>
      join.onRef('g.id', '=', 'd.gate_id').on('g.status', '<>', DELETED_STATUS),
    )
    .leftJoin('settings as m', (join) => join.on('m.name', '=', 'isUnderMaintenance'))
    .select(['s.id as sessionId', 's.area', 's.account_id as id', 't.client_code', 'a.roles'])
    .select(['s.token_hash', 's.gate_device_id', 'd.name as device'])
    .select(['g.id as gate_id', 'g.name as gate_name', 'g.direction'])
    .select((eb) => [
      eb('s.active_at', '<', secondsAgo(60)).$castTo<boolean>().as('stale'),
      sql<boolean>`coalesce(s.confirmed_at > ${secondsAgo(CONFIRMATION_SECONDS)}, false)`.as('confirmed'),
      sql<string>`coalesce(t.uoccname, a.name, p.name)`.as('name'),
      sql<string | null>`case when s.area <> 'super-admin' and m.value = '1'
        then coalesce((select value from settings where name = 'maintenanceMessage'), '')
        end`.as('maintenance'),
    ])
    .where(createActiveSessionCondition('s'))
    .where(sql<boolean>`coalesce(t.id, a.id, p.id) is not null`)
    .where(sql<boolean>`(s.gate_device_id is null or g.id is not null)`)

const querySessionByToken = prepareReadQuery((db, { hash }: Placeholders<{ hash: Buffer }>) =>
  selectActiveSessions(db).where('s.token_hash', '=', hash),
)
const querySessionById = prepareReadQuery((db, { id }: Placeholders<{ id: number }>) =>
  selectActiveSessions(db).where('s.id', '=', id),
)
type Row = Awaited<ReturnType<typeof querySessionByToken>>[number]

/**
 * Maximum number of simultaneous session look-ups. If more of them waited for the database, they would time
 * out.
 */
const MAX_LOOKUPS = 500
let runningLookups = 0

/**
 * Throws 503 at once if too many look-ups are waiting, so that many requests with forged tokens cannot
 * exhaust the memory or the connection pool.
 */
async function findSessionWithinLimit(find: () => Promise<Row[]>): Promise<FoundSession | null> {
  if (runningLookups >= MAX_LOOKUPS) throw new PortalError('unavailable')
  runningLookups += 1
  try {
    const [row] = await find()
    if (!row) return null
    const { maintenance, stale, confirmed, token_hash: tokenHash } = row
    return { actor: toActor(row), tokenHash, maintenance, stale, confirmed }
  } finally {
    runningLookups -= 1
  }
}

/**
 * Finds the session of a token. Returns null if the session is unknown, has ended, was idle for 3000 seconds
 * or is 24 hours old (rules 1.6).
 */
export async function findSession(db: Db, token: string): Promise<FoundSession | null> {
  if (!isToken(token)) return null
  return findSessionWithinLimit(() => querySessionByToken(db, { hash: hashToken(token) }))
}

function toActor({ area, sessionId, id, name, ...row }: Row): Actor {
  switch (area) {
    case 'client':
      return { area, id, sessionId, name, clientCode: row.client_code ?? '' }
    case 'admin':
      return { area, id, sessionId, name, roles: row.roles ?? [], ...toGate(row) }
    case 'super-admin':
      return { area, id, sessionId, name }
  }
}

function toGate({
  gate_device_id: deviceId,
  device,
  gate_id: id,
  gate_name: name,
  direction,
}: Pick<Row, 'gate_device_id' | 'device' | 'gate_id' | 'gate_name' | 'direction'>): Pick<AdminActor, 'gate'> {
  if (deviceId === null || device === null || id === null || name === null || direction === null) return {}
  return { gate: { deviceId, device, id, name, direction } }
}

const LAST_SEEN_UPDATE = { last_seen: CLOCK }
const buildAccountCondition = (area: Actor['area']) =>
  sql<boolean>`area = ${sql.lit(area)} and id = account_id`

// Updates the last activity of session, account and device in one query. If several calls run it at the same
// time, only one of them writes.
const updateLastActivity = prepareQuery((db, { id }: Placeholders<{ id: number }>) =>
  db
    .with('touched', (query) =>
      query
        .updateTable('sessions')
        .set({
          active_at: CLOCK,
          // Time of the last call before a pause of at least three minutes. Gate entries that a device
          // recorded offline must be later than this time.
          seen_before_gap: sql`case when active_at < ${secondsAgo(180)} then active_at else seen_before_gap end`,
        })
        .where('id', '=', id)
        .where('active_at', '<', secondsAgo(60))
        .returning(['area', 'account_id', 'gate_device_id']),
    )
    .with('device', (query) =>
      query
        .updateTable('gate_devices')
        .from('touched')
        .set({ seen_at: CLOCK })
        .whereRef('gate_devices.id', '=', 'touched.gate_device_id'),
    )
    .with('tenant', (query) =>
      query
        .updateTable('tenants')
        .from('touched')
        .set(LAST_SEEN_UPDATE)
        .where(buildAccountCondition('client')),
    )
    .with('owner', (query) =>
      query
        .updateTable('super_admins')
        .from('touched')
        .set(LAST_SEEN_UPDATE)
        .where(buildAccountCondition('super-admin')),
    )
    .updateTable('admins')
    .from('touched')
    .set(LAST_SEEN_UPDATE)
    .where(buildAccountCondition('admin')),
)

export function createSessionStore(db: Db): Sessions {
  return {
    find: (token) => findSession(db, token),
    findById: (id) => findSessionWithinLimit(() => querySessionById(db, { id })),
    filterActive: async (ids) => {
      const query = selectActiveSessions(db).clearSelect().select('s.id')
      return (await query.where('s.id', '=', sql<number>`any(${ids})`).execute()).map(({ id }) => id)
    },
    touch: async (id) => void (await updateLastActivity(db, { id })),
  }
}
