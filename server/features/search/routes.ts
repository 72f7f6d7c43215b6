import { Type } from 'typebox'
import { getReadableKinds } from '#features/records/policy.ts'
import { hasPermission, type Actor, type AdminActor, type ResidentActor } from '#platform/actor.ts'
import type { Db } from '#platform/db/client.ts'
import { toSearchWords } from '#platform/db/lists/search-patterns.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'
import { SearchResult } from '@tahanan/contract/search/answers.ts'
import { findOfficeTickets, findOwnTickets } from './find-office-tickets.ts'
import { findPayments, findReceipts } from './find-payments.ts'
import { findPosts, findRecords, type FoundRow } from './find-posts.ts'
import { findTenants } from './find-tenants.ts'

export function searchRoutes(app: PortalApp, { db }: PlatformContext): void {
  app.get('/search', {
    config: { policy: { areas: ['client', 'admin'] } },
    schema: {
      summary: 'Find posts, memorandums, policies, tickets, tenants, payments and receipts',
      description:
        `At most ${LIMITS.searchOfAKind} of each kind, and only what the caller may read: residents what is ` +
        'published and their own tickets, administrators what their permissions let them view. The words ' +
        'are matched literally in any order, without regard to case, accents and typography. Words of one or two letters are looked ' +
        'for in the newest tickets only, and in no payment. Tenants of exactly this code, unit, name or phone number are first.',
      querystring: Type.Object({ searchTerm: ListQuery.properties.searchTerm }),
      response: { 200: Type.Object({ data: Type.Array(SearchResult) }) },
    },
    handler: async ({ actor, query }) => ({ data: await searchPortal(db, actor, query.searchTerm.trim()) }),
  })
}

async function searchPortal(db: Db, actor: Actor, term: string): Promise<FoundRow[]> {
  if (toSearchWords(term).length === 0) return []
  return actor.area === 'client'
    ? (await Promise.all(searchAsResident(db, actor, term))).flat()
    : searchAsOffice(db, actor as AdminActor, term)
}

function searchAsResident(db: Db, actor: ResidentActor, term: string): Promise<FoundRow[]>[] {
  return [
    findPosts(db, 'resident', term, ''),
    ...getSearchableKinds(actor).map((kind) => findRecords(db, kind, term, '')),
    findOwnTickets(db, actor, term),
  ]
}

/**
 * Searches everything that the administrator may view. Tenants come first if one of them matches the term
 * exactly (rules 13.11).
 */
async function searchAsOffice(db: Db, actor: AdminActor, term: string): Promise<FoundRow[]> {
  const [{ rows: tenants, isExact }, otherResults, paymentResults] = await Promise.all([
    hasPermission(actor, 'tenants', 'view') ? findTenants(db, term) : { rows: [], isExact: false },
    Promise.all([
      ...(hasPermission(actor, 'announcements', 'view') ? [findPosts(db, 'office', term, '/admin')] : []),
      ...getSearchableKinds(actor).map((kind) => findRecords(db, kind, term, '/admin')),
      findOfficeTickets(db, actor, term),
    ]),
    Promise.all(
      hasPermission(actor, 'payments', 'view') ? [findPayments(db, term), findReceipts(db, term)] : [],
    ),
  ])
  return [
    isExact ? tenants : otherResults.flat(),
    isExact ? otherResults.flat() : tenants,
    paymentResults.flat(),
  ].flat()
}

const getSearchableKinds = (actor: Actor) =>
  getReadableKinds(actor).filter(({ searchHeading }) => searchHeading)
