import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'
import { MOST_OF_A_KIND } from './found.ts'
import type { Found } from './found.ts'

interface TenantRow {
  id: number
  clientCode: string
  uoccname: string
  unitNumber: string
  email: string
}

/** Living tenants by code, names, unit and e-mail; those whose code or unit begins with the term come first. */
export async function findTenants(db: DbOrTx, term: string): Promise<Found[]> {
  const pattern = likePattern(term)
  const rows = await prepared<TenantRow>(
    db,
    'search.tenants',
    `select id, client_code as "clientCode", uoccname, unit_number as "unitNumber", email from tenants
     where status <> 0 and search_text like $1
     order by not (lower(client_code) like $2 or lower(unit_number) like $2), client_code limit ${MOST_OF_A_KIND}`,
    [pattern, pattern.slice(1)],
  )
  return rows.map(({ id, clientCode, uoccname, unitNumber, email }) => ({
    kind: 'tenant',
    id,
    title: uoccname || clientCode,
    text: [clientCode, unitNumber === clientCode ? '' : unitNumber, email].filter(Boolean).join(' · '),
    date: null,
    link: `/admin/tenants?id=${id}`,
  }))
}
