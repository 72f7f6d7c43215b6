import { sql, type RawBuilder } from 'kysely'
import { getViewableModules } from '#features/tickets/policy.ts'
import { listTicketRows, type TicketRow } from '#features/tickets/repository.ts'
import { type AdminActor, type ResidentActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { buildEachWordCondition } from '#platform/db/lists/build-search-condition.ts'
import { getRarestWords, type WordPatterns } from '#platform/db/lists/search-patterns.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { getStatusInfo, STATUS } from '@tahanan/contract/statuses.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import type { AreaPath, FoundRow } from './find-posts.ts'

const SEARCH_TEXT = sql<string>`translate(public_text, '-', '')`

/** Finds the resident's own tickets, newest first (rules 13.11). */
export async function findOwnTickets(db: DbOrTx, actor: ResidentActor, term: string): Promise<FoundRow[]> {
  const ownRows = await db
    .selectFrom('tickets')
    .select('id')
    .where('tenant_id', '=', actor.id)
    .where('status', '<>', DELETED_STATUS)
    .where(buildEachWordCondition(getRarestWords(term), SEARCH_TEXT))
    .orderBy('id', 'desc')
    .limit(LIMITS.searchOfAKind)
    .execute()
  const ids = ownRows.map(({ id }) => id)
  return loadFoundTickets(db, ids, '')
}

/**
 * Finds tickets for an administrator, newest first. Each word of the search term must match the ticket or its
 * tenant.
 */
export async function findOfficeTickets(db: DbOrTx, actor: AdminActor, term: string): Promise<FoundRow[]> {
  const modules = getViewableModules(actor).map(({ name }) => name)
  const words = getRarestWords(term)
  if (modules.length === 0 || words.length === 0) return []
  const recentIds = await findRecentIds(db, modules, words)
  const hasEnoughMatches = recentIds.length === LIMITS.searchOfAKind || words[0]?.indexed === undefined
  const olderIdLists = hasEnoughMatches
    ? []
    : await Promise.all([findIdsByText, findIdsByTenant].map((find) => find(db, modules, words)))
  const newestIds = [...new Set([...recentIds, ...olderIdLists.flat()])].toSorted((a, b) => b - a)
  return loadFoundTickets(db, newestIds.slice(0, LIMITS.searchOfAKind), '/admin')
}

/** Number of newest tickets that are searched first. For a frequent term, they contain enough matches. */
const NEWEST_TICKET_COUNT = 4000
/**
 * Search terms of one or two letters cannot use the index, so they are searched only in this many of the
 * newest tickets.
 */
const SHORT_TERM_TICKET_COUNT = 20_000
const MAX_RESULTS = sql.lit(LIMITS.searchOfAKind)

/**
 * Searches only the newest tickets, because a frequent search term has enough matches there. If fewer than
 * eight match, the term is rare, and the trigram index then finds the others fast (`findIdsByText`). A single
 * query for both cases would read far more rows.
 */
function findRecentIds(
  db: DbOrTx,
  modules: readonly string[],
  words: readonly WordPatterns[],
): Promise<number[]> {
  return findIds(
    db,
    sql<{ id: number }>`select id from (
      select id, module, tenant_id, search_text from tickets where status <> ${DELETED_STATUS} order by id desc
      limit ${words[0]?.indexed === undefined ? SHORT_TERM_TICKET_COUNT : NEWEST_TICKET_COUNT}
    ) newest
    where module = any(${modules}::text[]) and ${buildEachWordCondition(words, SEARCH_TEXT)}
    order by id desc limit ${MAX_RESULTS}`,
  )
}

function findIdsByText(
  db: DbOrTx,
  modules: readonly string[],
  words: readonly WordPatterns[],
): Promise<number[]> {
  // The matches are found first and sorted afterwards (`materialized`). Otherwise PostgreSQL would scan all
  // tickets in the order of their ids.
  return findIds(
    db,
    sql<{ id: number }>`with found as materialized (
      select id from tickets where status <> ${DELETED_STATUS} and module = any(${modules}::text[])
        and search_text like ${words[0]?.indexed} and ${buildEachWordCondition(words, SEARCH_TEXT)}
    )
    select id from found order by id desc limit ${MAX_RESULTS}`,
  )
}

async function findIds(db: DbOrTx, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(db)).rows.map(({ id }) => id)
}

const MAX_TENANTS = 20

/** Finds tickets of the tenants, also deleted ones, that match the most words. */
function findIdsByTenant(
  db: DbOrTx,
  modules: readonly string[],
  words: readonly WordPatterns[],
): Promise<number[]> {
  const matchingWordCount = sql.join(
    words.map(({ tenants }) => sql`(${SEARCH_TEXT} like ${tenants})::int`),
    sql` + `,
  )
  return findIds(
    db,
    sql<{ id: number }>`with matching as materialized (
      select id from tenants where ${SEARCH_TEXT} like ${words[0]?.tenants}
      order by ${matchingWordCount} desc, id desc limit ${sql.lit(MAX_TENANTS)}
    )
    select t.id from matching n cross join lateral (
      select id from tickets where tenant_id = n.id and status <> ${DELETED_STATUS} and module = any(${modules}::text[])
        and ${buildEachWordCondition(words, SEARCH_TEXT)}
      order by id desc limit ${MAX_RESULTS}
    ) t order by t.id desc limit ${MAX_RESULTS}`,
  )
}

async function loadFoundTickets(db: DbOrTx, ids: readonly number[], area: AreaPath): Promise<FoundRow[]> {
  const rows = ids.length === 0 ? [] : await listTicketRows(db, ids)
  return rows.filter((row) => isKnownModule(row.module)).map((row) => toFoundTicket(row, area))
}

function toFoundTicket(row: TicketRow, area: AreaPath): FoundRow {
  const module = getModule(row.module)
  const headingValue = row.amenity_title ?? row.details[module.card.heading]
  const headingText = typeof headingValue === 'string' && headingValue !== '' ? ` · ${headingValue}` : ''
  const tenant = area === '' ? [] : [`${row.uoccname} (${row.client_code})`]
  return {
    kind: 'ticket',
    id: row.id,
    title: `${row.ticket_number}${headingText}`,
    text: [
      ...tenant,
      capitalize(module.noun.one),
      row.status === STATUS.deleted ? '' : getStatusInfo(row.status).label,
    ].join(' · '),
    date: row.created_at,
    link:
      module.route === null
        ? `${area}/services?modal=true&serviceId=${row.id}&origin=${module.name}`
        : `${area}${module.route}?modal=true&serviceId=${row.id}`,
  }
}
