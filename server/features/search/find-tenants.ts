import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import {
  toCompactCode,
  buildTermCondition,
  getTenantText,
} from '#platform/db/lists/build-search-condition.ts'
import { toLikePrefix, toSearchWords } from '#platform/db/lists/search-patterns.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { findPhone } from '@tahanan/contract/phone.ts'
import type { FoundRow } from './find-posts.ts'

/**
 * SQL for an array of the words in a name or code, sorted and without punctuation, so that the order of words
 * does not matter.
 */
const createSortedWordsExpression = (text: RawBuilder<string>) =>
  sql`array(select word from regexp_split_to_table(${text}, '[-\\s,.;/&()]+') as word where word <> '' order by word collate "C")`

function createExactMatchCondition(term: string): RawBuilder<boolean> {
  const words = toSearchWords(term)
  const names = sql`${words
    .flatMap((word) => word.split(/[-,.;/&()]+/))
    .filter(Boolean)
    .toSorted()}::text[]`
  const code = words.join('').replaceAll('-', '')
  const { digits, otherWords = '' } = findPhone(term)
  const conditions = [
    sql`${toCompactCode('client_code')} = ${code}`,
    sql`${toCompactCode('unit_number')} = ${code}`,
    ...['uoccname', 'uoccpers', 'ubtname', `first_name || ' ' || last_name`].map(
      (name) => sql`${createSortedWordsExpression(sql.raw(`folded(${name})`))} = ${names}`,
    ),
    ...(digits !== undefined && toSearchWords(otherWords).length === 0
      ? [sql`phones like ${`%${digits}%`}`]
      : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Finds tenants by code, names, unit, e-mail and phone number. Exact matches come first, then codes and units
 * that begin with the term. `isExact`: the first row is an exact match.
 */
export async function findTenants(db: DbOrTx, term: string): Promise<{ rows: FoundRow[]; isExact: boolean }> {
  const codePrefix = toLikePrefix(toSearchWords(term).join('').replaceAll('-', ''))
  const tenantRows = await db
    .selectFrom('tenants')
    .select(['id', 'client_code as clientCode', 'uoccname', 'unit_number as unitNumber', 'email'])
    .where('status', '<>', DELETED_STATUS)
    .select(createExactMatchCondition(term).as('isExact'))
    .where(buildTermCondition(getTenantText('tenants'), term))
    .orderBy('isExact', 'desc')
    .orderBy(
      sql`not (${toCompactCode('client_code')} like ${codePrefix}
        or ${toCompactCode('unit_number')} like ${codePrefix})`,
    )
    .orderBy('client_code')
    .limit(LIMITS.searchOfAKind)
    .execute()
  const foundRows = tenantRows.map(({ id, clientCode, uoccname, unitNumber, email }) => ({
    kind: 'tenant' as const,
    id,
    title: uoccname || clientCode,
    text: [clientCode, unitNumber === clientCode ? '' : unitNumber, email].filter(Boolean).join(' · '),
    date: null,
    link: `/admin/tenants?id=${id}`,
  }))
  return { rows: foundRows, isExact: tenantRows[0]?.isExact ?? false }
}
