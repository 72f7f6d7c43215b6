import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import { policyHeader } from '@tahanan/contract/records/kinds/policy-header.ts'
import { policy } from '@tahanan/contract/records/kinds/policy.ts'
import { selectRecords, type RecordRow } from '../repository.ts'

export interface HeaderRow extends RecordRow {
  policies: RecordRow[]
}

/**
 * Lists headers (groups of policies) in their order, each with its policies. If a search term matches the
 * header's own text, all its policies are listed. Otherwise only the matching policies are listed (rules
 * 9.20).
 */
export async function listPolicyHeaders(db: Db, page: Page): Promise<{ rows: HeaderRow[]; total: number }> {
  const createMatchCondition = (column: string) => buildWordsCondition(sql.ref(column), page.searchTerm)
  const { rows: headers, total } = await findPageWithTotal(
    db,
    selectRecords(db, policyHeader)
      .where((eb) =>
        eb.or([
          createMatchCondition('r.search_text'),
          eb.exists(
            eb
              .selectFrom('policies as p')
              .select('p.id')
              .whereRef('p.policy_header_id', '=', 'r.id')
              .where('p.status', '<>', DELETED_STATUS)
              .where(createMatchCondition('p.search_text')),
          ),
        ]),
      )
      .orderBy(sql.ref('r.sequence_number'))
      .orderBy('r.id'),
    page,
  )
  const ids = headers.map(({ id }) => id)
  const policies =
    ids.length === 0
      ? []
      : await selectRecords(db, policy)
          .innerJoin('policy_headers as h', (join) => join.on('h.id', '=', sql.ref('r.policy_header_id')))
          .where('h.id', 'in', ids)
          .where((eb) =>
            eb.or([createMatchCondition('r.search_text'), createMatchCondition('h.search_text')]),
          )
          .orderBy('r.id')
          .execute()
  const policiesByHeader = Map.groupBy(policies, ({ policyHeaderId }) => policyHeaderId)
  return {
    rows: headers.map((header) => ({ ...header, policies: policiesByHeader.get(header.id) ?? [] })),
    total,
  }
}
