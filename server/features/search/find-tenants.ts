import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { matchesWords, tenantText } from '#platform/db/lists/search-condition.ts'
import { likePrefix } from '#platform/db/lists/search-patterns.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { FoundRow } from './find-published.ts'

/** Dashes and blanks of a code do not count. */
const joined = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

const joinedColumn = (column: string) => sql<string>`translate(lower(${sql.ref(column)}), '- ', '')`

/** Whether a result is the tenant with this client code, which comes before everything else. */
export const hasCode = (found: FoundRow | undefined, term: string): boolean =>
  found?.kind === 'tenant' && joined(found.text.split(' · ')[0] ?? '') === joined(term)

/**
 * Finds active tenants by code, names, unit and e-mail: first the one with this code, then codes and units
 * that start with the term.
 */
export async function findTenants(db: DbOrTx, term: string): Promise<FoundRow[]> {
  const code = joined(term)
  const begins = likePrefix(code)
  const rows = await db
    .selectFrom('tenants')
    .select(['id', 'client_code as clientCode', 'uoccname', 'unit_number as unitNumber', 'email'])
    .where('status', '<>', DELETED)
    .where(matchesWords(tenantText('tenants'), term))
    .orderBy(sql`${joinedColumn('client_code')} <> ${code}`)
    .orderBy(
      sql`not (${joinedColumn('client_code')} like ${begins} or ${joinedColumn('unit_number')} like ${begins})`,
    )
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
