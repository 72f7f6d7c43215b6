import { sql, type RawBuilder } from 'kysely'
import { findRows, type TicketRow } from '#features/tickets/repository.ts'
import { can, type AdminActor, type ResidentActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { likePattern, searchPatterns } from '#platform/db/lists/search-patterns.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { statusInfo, STATUS } from '@tahanan/contract/statuses.ts'
import { isKnownModule, MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import type { AreaPath, FoundRow } from './find-published.ts'

/** Finds a resident's own tickets, the newest first (rules 13.11). */
export async function findOwnTickets(db: DbOrTx, actor: ResidentActor, term: string): Promise<FoundRow[]> {
  const own = await db
    .selectFrom('tickets')
    .select('id')
    .where('tenant_id', '=', actor.id)
    .where('status', '<>', DELETED)
    // This expression has no index, so the planner reads the tenant's few tickets.
    .where(sql<boolean>`search_text || '' like ${likePattern(term)}`)
    .orderBy('id', 'desc')
    .limit(LIMITS.searchOfAKind)
    .execute()
  const ids = own.map(({ id }) => id)
  return foundTickets(db, ids, '')
}

/** Finds tickets of an administrator's viewable modules by texts and the tenant's unit, newest first. */
export async function findOfficeTickets(db: DbOrTx, actor: AdminActor, term: string): Promise<FoundRow[]> {
  const modules = MODULES.filter(({ permission }) => can(actor, permission, 'view')).map(({ name }) => name)
  if (modules.length === 0) return []
  const [matching, ofUnit] = await Promise.all([matchingIds(db, modules, term), idsOfUnit(db, modules, term)])
  const newest = [...new Set([...matching, ...ofUnit])].toSorted((one, other) => other - one)
  return foundTickets(db, newest.slice(0, LIMITS.searchOfAKind), '/admin')
}

/** Newest tickets searched first for a term, which is enough for a common one. */
const NEWEST = 4000
/** Newest tickets searched for a term of one or two letters, for which there is no index. */
const NEWEST_OF_SHORT = 20_000

/**
 * Finds the newest matching tickets: first among the newest few thousand, which suffices for a common word;
 * if these have fewer than eight matches, the word is rare enough for the trigram index. The planner's own
 * choice reads far more rows in both cases.
 */
async function matchingIds(db: DbOrTx, modules: readonly string[], term: string): Promise<number[]> {
  const literal = likePattern(term)
  const { indexed } = searchPatterns(term)
  const most = sql.lit(LIMITS.searchOfAKind)
  const recent = await idsOf(
    db,
    sql<{ id: number }>`select id from (
      select id, module, search_text from tickets where status <> ${DELETED} order by id desc
      limit ${indexed === undefined ? NEWEST_OF_SHORT : NEWEST}
    ) newest
    where search_text like ${literal} and module = any(${modules}::text[]) order by id desc limit ${most}`,
  )
  if (indexed === undefined || recent.length === LIMITS.searchOfAKind) return recent
  // Materialized and sorted later, since the planner would otherwise scan by id.
  return idsOf(
    db,
    sql<{ id: number }>`with found as materialized (
      select id from tickets where status <> ${DELETED} and module = any(${modules}::text[])
        and search_text like ${indexed} and search_text || '' like ${literal}
    )
    select id from found order by id desc limit ${most}`,
  )
}

async function idsOf(db: DbOrTx, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(db)).rows.map(({ id }) => id)
}

/** Most tenants of a unit or floor that are searched. */
const UNITS = 20

function idsOfUnit(db: DbOrTx, modules: readonly string[], term: string): Promise<number[]> {
  const most = sql.lit(LIMITS.searchOfAKind)
  return idsOf(
    db,
    sql<{ id: number }>`with matching as materialized (
      select id from tenants where status <> ${DELETED} and lower(unit_number) like ${likePattern(term)}
      limit ${sql.lit(UNITS)}
    )
    select t.id from matching n cross join lateral (
      select id from tickets where tenant_id = n.id and status <> ${DELETED} and module = any(${modules}::text[])
      order by id desc limit ${most}
    ) t order by t.id desc limit ${most}`,
  )
}

async function foundTickets(db: DbOrTx, ids: readonly number[], area: AreaPath): Promise<FoundRow[]> {
  const rows = ids.length === 0 ? [] : await findRows(db, ids)
  return rows.filter((row) => isKnownModule(row.module)).map((row) => foundTicket(row, area))
}

function foundTicket(row: TicketRow, area: AreaPath): FoundRow {
  const module = moduleNamed(row.module)
  const what = row.amenity_title ?? row.details[module.card.heading]
  const heading = typeof what === 'string' && what !== '' ? ` · ${what}` : ''
  const tenant = area === '' ? [] : [`${row.uoccname} (${row.client_code})`]
  return {
    kind: 'ticket',
    id: row.id,
    title: `${row.ticket_number}${heading}`,
    text: [
      ...tenant,
      capitalize(module.noun.one),
      row.status === STATUS.deleted ? '' : statusInfo(row.status).label,
    ].join(' · '),
    date: row.created_at,
    link:
      module.route === null
        ? `${area}/services?modal=true&serviceId=${row.id}&origin=${module.name}`
        : `${area}${module.route}?modal=true&serviceId=${row.id}`,
  }
}
