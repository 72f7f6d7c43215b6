import { prepared } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { Page } from '../../../platform/http/list-query.ts'
import { columnsOf } from '../repository.ts'
import type { RecordRow } from '../repository.ts'
import { likePattern } from '../../../platform/db/lists/search-patterns.ts'
import { policy } from './policy.ts'
import { policyHeader } from './policy-header.ts'

export interface HeaderRow extends RecordRow {
  policies: RecordRow[]
}

/**
 * Headers in their order, each with its policies in the order of their writing. A search finds headers by their own words,
 * then with all their policies, and by those of a policy, then with the policies that match (rules 9.20).
 */
export async function listHeaders(db: Db, page: Page): Promise<{ rows: HeaderRow[]; total: number }> {
  const term = page.searchTerm === '' ? '%' : likePattern(page.searchTerm)
  const found = `from policy_headers h where h.status <> 0 and (h.search_text like $1 or exists (
    select 1 from policies p where p.policy_header_id = h.id and p.status <> 0 and p.search_text like $1))`
  const [headers, [count]] = await Promise.all([
    prepared<RecordRow>(
      db,
      'policies.headers',
      `select ${columnsOf(policyHeader, 'h')} ${found} order by h.sequence_number, h.id limit $2 offset $3`,
      [term, page.limit, page.offset],
    ),
    prepared<{ n: number }>(db, 'policies.count', `select count(*) as n ${found}`, [term]),
  ])
  const policies = await prepared<RecordRow & { policyHeaderId: number }>(
    db,
    'policies.under',
    `select ${columnsOf(policy, 'p')} from policies p join policy_headers h on h.id = p.policy_header_id
     where h.id = any($2::bigint[]) and p.status <> 0 and (p.search_text like $1 or h.search_text like $1) order by p.id`,
    [term, headers.map(({ id }) => id)],
  )
  const under = Map.groupBy(policies, ({ policyHeaderId }) => policyHeaderId)
  return {
    rows: headers.map((header) => ({ ...header, policies: under.get(header.id) ?? [] })),
    total: count?.n ?? 0,
  }
}
