import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { likePattern } from '#platform/db/lists/search-patterns.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { FoundRow } from './find-published.ts'

/** Finds active tenants by code, names, unit and e-mail; codes or units that start with the term first. */
export async function findTenants(db: DbOrTx, term: string): Promise<FoundRow[]> {
  const pattern = likePattern(term)
  const begins = pattern.slice(1)
  const rows = await db
    .selectFrom('tenants')
    .select(['id', 'client_code as clientCode', 'uoccname', 'unit_number as unitNumber', 'email'])
    .where('status', '<>', DELETED)
    .where('search_text', 'like', pattern)
    .orderBy(sql`not (lower(client_code) like ${begins} or lower(unit_number) like ${begins})`)
    .orderBy('client_code')
    .limit(LIMITS.searchOfAKind)
    .execute()
  return rows.map(({ id, clientCode, uoccname, unitNumber, email }) => ({
    kind: 'tenant',
    id,
    title: uoccname || clientCode,
    text: [clientCode, unitNumber === clientCode ? '' : unitNumber, email].filter(Boolean).join(' · '),
    date: null,
    link: `/admin/tenants?id=${id}`,
  }))
}
