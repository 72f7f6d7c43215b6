import { CONFIRMATION_SECONDS, SESSION } from '@tahanan/contract/limits.ts'
import type { RoleEntry } from '@tahanan/contract/permissions.ts'
import type { Pool } from 'pg'
import type { Actor } from '../../platform/actor.ts'
import { quick } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { PortalError } from '../../platform/errors.ts'
import type { FoundSession, Sessions } from '../../platform/sessions.ts'
import { tokenHash } from './sessions.ts'

interface Row {
  session_id: number
  area: 'client' | 'admin' | 'super-admin'
  account_id: number
  stale: boolean
  confirmed: boolean
  name: string
  client_code: string | null
  soa_amount: number | null
  roles: readonly RoleEntry[] | null
  maintenance: string | null
}

// One statement, prepared once per connection, for every call: session, account with its current roles, maintenance.
// An account that was deleted meanwhile finds no row, so its sessions end with it.
const find = (name: string, column: 'token_hash' | 'id') => ({
  name,
  text: `
    select s.id as session_id, s.area, s.account_id, s.active_at < now() - interval '1 minute' as stale,
      coalesce(s.confirmed_at > now() - make_interval(secs => ${CONFIRMATION_SECONDS}), false) as confirmed,
      coalesce(t.uoccname, a.name, p.name) as name, t.client_code, t.soa_amount, a.roles,
      case when s.area <> 'super-admin' and m.value = '1'
        then coalesce((select value from settings where name = 'maintenanceMessage'), '') end as maintenance
    from sessions s
    left join tenants t on s.area = 'client' and t.id = s.account_id and t.status <> 0
    left join admins a on s.area = 'admin' and a.id = s.account_id and a.status <> 0
    left join super_admins p on s.area = 'super-admin' and p.id = s.account_id
    left join settings m on m.name = 'isUnderMaintenance'
    where s.${column} = $1
      and s.active_at > now() - make_interval(secs => ${SESSION.idleSeconds})
      and s.created_at > now() - make_interval(secs => ${SESSION.maxAgeSeconds})
      and coalesce(t.id, a.id, p.id) is not null`,
})
const FIND = find('sessions.find', 'token_hash')
const FIND_BY_ID = find('sessions.find-by-id', 'id')

const TOKEN = /^[\w-]{43}$/

/** Most look-ups that wait for the database; further ones would not be answered in time either. */
const MOST_LOOKUPS = 500
let lookups = 0

/** Throws 503 at once when too many look-ups wait already, so that a flood of made-up tokens fills neither memory nor the pool. */
async function lookUp(
  db: Db,
  { name, text }: { readonly name: string; readonly text: string },
  key: unknown,
): Promise<FoundSession | null> {
  if (lookups >= MOST_LOOKUPS) throw new PortalError('unavailable')
  lookups += 1
  try {
    const [row] = await quick<Row>(db, name, text, [key])
    return toSession(row)
  } finally {
    lookups -= 1
  }
}

/** Returns the session of a token: null where it is unknown, ended, idle for 3000 seconds or 24 hours old (rules 1.6). */
export async function findSession(db: Db, token: string): Promise<FoundSession | null> {
  if (!TOKEN.test(token)) return null
  return lookUp(db, FIND, tokenHash(token))
}

/** Finds a session by its id, for callers that proved in another way that they act for it. */
export async function findSessionById(db: Db, id: number): Promise<FoundSession | null> {
  return lookUp(db, FIND_BY_ID, id)
}

const toSession = (row: Row | undefined): FoundSession | null =>
  row
    ? { actor: toActor(row), maintenance: row.maintenance, stale: row.stale, confirmed: row.confirmed }
    : null

function toActor(row: Row): Actor {
  const { session_id: sessionId, account_id: id, name } = row
  switch (row.area) {
    case 'client':
      return {
        area: 'client',
        id,
        sessionId,
        name,
        clientCode: row.client_code ?? '',
        soaAmount: row.soa_amount ?? 0,
      }
    case 'admin':
      return { area: 'admin', id, sessionId, name, roles: row.roles ?? [] }
    case 'super-admin':
      return { area: 'super-admin', id, sessionId, name }
  }
}

// Last Active and the session's idle time, in one round trip. The condition keeps simultaneous calls from all writing.
const TOUCH = {
  name: 'sessions.touch',
  text: `
    with touched as (
      update sessions set active_at = now() where id = $1 and active_at < now() - interval '1 minute' returning area, account_id
    ), tenant as (
      update tenants set last_seen = now() from touched where area = 'client' and id = account_id
    ), super_admin as (
      update super_admins set last_seen = now() from touched where area = 'super-admin' and id = account_id
    )
    update admins set last_seen = now() from touched where area = 'admin' and id = account_id`,
}

/** Saves that a session is in use; called at most once a minute, beside the call itself. */
export async function touchSession(pool: Pool, sessionId: number): Promise<void> {
  await pool.query({ ...TOUCH, values: [sessionId] })
}

/** Returns the sessions of the database, as the platform asks for them. */
export function sessionsOf(db: Db, pool: Pool): Sessions {
  return {
    find: (token) => findSession(db, token),
    findById: (id) => findSessionById(db, id),
    touch: (sessionId) => touchSession(pool, sessionId),
  }
}
