import { Type } from 'typebox'
import { kindsReadBy } from '#features/records/policy.ts'
import { can, type Actor, type AdminActor, type ResidentActor } from '#platform/actor.ts'
import type { Db } from '#platform/db/client.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '#platform/services.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ListQuery } from '@tahanan/contract/requests.ts'
import { Found } from '@tahanan/contract/search/answers.ts'
import { findPosts, findRecords, type FoundRow } from './find-published.ts'
import { findTenants } from './find-tenants.ts'
import { findOfficeTickets, findOwnTickets } from './find-tickets.ts'

/** The call that searches everything that the caller may read. */
export function searchRoutes(app: PortalApp, { db }: Services): void {
  app.get('/search', {
    config: { policy: { areas: ['client', 'admin'] } },
    schema: {
      summary: 'Find posts, memorandums, policies, tickets and tenants',
      description:
        `At most ${LIMITS.searchOfAKind} of each kind, and only what the caller may read: residents what is ` +
        'published and their own tickets, administrators what their permissions let them view. Matched ' +
        'literally, without regard to case. A term of one or two letters is looked for in the newest ' +
        'tickets only.',
      querystring: Type.Object({ searchTerm: ListQuery.properties.searchTerm }),
      response: { 200: Type.Object({ data: Type.Array(Found) }) },
    },
    handler: async ({ actor, query }) => ({ data: await search(db, actor, query.searchTerm.trim()) }),
  })
}

async function search(db: Db, actor: Actor, term: string): Promise<FoundRow[]> {
  if (term === '') return []
  const found = await Promise.all(
    actor.area === 'client'
      ? searchAsResident(db, actor, term)
      : searchAsOffice(db, actor as AdminActor, term),
  )
  return found.flat()
}

function searchAsResident(db: Db, actor: ResidentActor, term: string): Promise<FoundRow[]>[] {
  return [
    findPosts(db, 'resident', term, ''),
    ...recordsFor(actor).map((kind) => findRecords(db, kind, term, '')),
    findOwnTickets(db, actor, term),
  ]
}

function searchAsOffice(db: Db, actor: AdminActor, term: string): Promise<FoundRow[]>[] {
  return [
    ...(can(actor, 'announcements', 'view') ? [findPosts(db, 'office', term, '/admin')] : []),
    ...recordsFor(actor).map((kind) => findRecords(db, kind, term, '/admin')),
    findOfficeTickets(db, actor, term),
    ...(can(actor, 'tenants', 'view') ? [findTenants(db, term)] : []),
  ]
}

const recordsFor = (actor: Actor) => kindsReadBy(actor).filter(({ foundAs }) => foundAs)
