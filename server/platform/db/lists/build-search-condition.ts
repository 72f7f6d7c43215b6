import { sql, type Expression, type RawBuilder } from 'kysely'
import { findPhone } from '@tahanan/contract/phone.ts'
import type { FilterExpressions } from '../prepare-query.ts'
import { getRarestWords, type SearchPatterns, type WordPatterns } from './search-patterns.ts'

/**
 * Searchable text of a ticket without dashes. No index contains this expression, so it can only filter rows
 * that were found by another condition.
 */
const TICKET_TEXT = sql<string>`translate(search_text, '-', '')`

/**
 * Searchable text of a payment without dashes and blanks. Blanks are removed because the text consists of
 * codes, which users type with or without blanks.
 */
export const PAYMENT_TEXT = sql<string>`translate(search_text, '- ', '')`

const TENANT_TEXT = sql.ref<string>('code_and_name')

/**
 * Maximum number of tenants matching the leading word for which all records are read. If more tenants match,
 * records are also looked up by the second word of the search term.
 */
const MAX_MATCHING_TENANTS = 20

const selectMatchingTenants = (pattern: unknown) =>
  sql`select id from tenants where ${TENANT_TEXT} like (select ${pattern})`

/**
 * Returns the condition of a search: each word of the search term must match the record's text or its tenant.
 * The patterns are inside sub-selects, so that PostgreSQL does not see their values and uses one query plan
 * for all terms. Planning takes longer than running the query (docs/decisions/0021).
 */
export function buildSearchCondition(
  search: FilterExpressions<SearchPatterns>,
  text = TICKET_TEXT,
): RawBuilder<boolean> {
  const { tenants, secondTenants, secondPlain: plain, secondChecked: checked, others, othersTenants } = search
  if (!secondTenants) {
    const recordCondition = buildRecordTextCondition(search, text)
    return sql<boolean>`(${buildOwnOrTenantCondition(search, recordCondition, selectMatchingTenants(tenants))})`
  }
  const conditions = [
    ...buildLookupConditions(search, text),
    sql`(${checkText({ plain, checked }, text)} or tenant_id in (${selectMatchingTenants(secondTenants)}))`,
    ...(others
      ? [
          sql`not exists (select from unnest(${others}::text[], ${othersTenants}::text[]) as word(own, theirs)
            where not (${text} like own or exists (select from tenants
              where id = tenant_id and ${TENANT_TEXT} like theirs)))`,
        ]
      : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/**
 * Returns the condition that the record's own text or its tenant matches. If the index finds the text, the
 * matching tenants are an array, so that PostgreSQL combines both conditions in one bitmap scan. Otherwise it
 * checks row by row: then the tenants are a hashed sub-plan, because thousands of them may match a short word.
 */
const buildOwnOrTenantCondition = (
  { indexed }: FilterExpressions<SearchPatterns>,
  ownCondition: RawBuilder<unknown>,
  tenants: RawBuilder<unknown>,
) =>
  indexed
    ? sql`${ownCondition} or tenant_id = any(array(${tenants}))`
    : sql`tenant_id in (${tenants}) or ${ownCondition}`

function buildRecordTextCondition(
  { indexed, plain, checked }: FilterExpressions<SearchPatterns>,
  text: RawBuilder<string>,
) {
  const indexConditions = indexed ? [sql`search_text like (select ${indexed})`] : []
  return sql.join(
    [...indexConditions, ...(plain || checked ? [checkText({ plain, checked }, text)] : [])],
    sql` and `,
  )
}

const checkText = ({ plain, checked }: FilterExpressions<SearchPatterns>, text: RawBuilder<string>) =>
  // No index contains the expression `search_text || ''`, so PostgreSQL cannot choose an index for this
  // condition.
  plain ? sql`search_text || '' like ${plain}` : sql`${text} like ${checked}`

/**
 * Returns the conditions that can use indexes, for a search term of several words. They find records whose
 * text or tenant contains the leading word. If too many tenants match the leading word, they find records
 * whose text contains the leading or the second word, or whose tenant contains both.
 */
function buildLookupConditions(
  search: FilterExpressions<SearchPatterns>,
  text: RawBuilder<string>,
): RawBuilder<unknown>[] {
  const { indexed, tenants, secondIndexed, secondTenants } = search
  const ownCondition = buildRecordTextCondition(search, text)
  if (!indexed || !secondIndexed)
    return [sql`(${buildOwnOrTenantCondition(search, ownCondition, selectMatchingTenants(tenants))})`]
  const hasFewTenants = sql`(select count(*) <= ${sql.lit(MAX_MATCHING_TENANTS)} from (${selectMatchingTenants(tenants)}
    limit ${sql.lit(MAX_MATCHING_TENANTS + 1)}) as first)`
  const bothTenantsQuery = sql`${selectMatchingTenants(tenants)} and (${hasFewTenants} or ${TENANT_TEXT} like (select ${secondTenants}))`
  return [
    sql`(${buildOwnOrTenantCondition(search, ownCondition, bothTenantsQuery)} or search_text like (select case when not ${hasFewTenants} then ${secondIndexed} end))`,
    sql`(${hasFewTenants} or ${checkText(search, text)} or tenant_id in (${selectMatchingTenants(tenants)}))`,
  ]
}

export const buildEachWordCondition = (
  words: readonly WordPatterns[],
  tenantText: RawBuilder<string> = TENANT_TEXT,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map(
      ({ own, tenants }) => sql`(${TICKET_TEXT} like ${own} or tenant_id in (
        select id from tenants where ${tenantText} like ${tenants}))`,
    ),
    sql` and `,
  )})`

export const toCompactCode = (column: string): RawBuilder<string> =>
  sql<string>`translate(folded(${sql.ref(column)}), '- ', '')`

/**
 * Searched text, in lower case without accents. `phones` contains only digits, for search terms that are
 * phone numbers.
 */
export type SearchedText =
  | Expression<string>
  | { readonly text: Expression<string>; readonly phones: Expression<string> }

/** Returns the tenant data that users with access to tenants can search. */
export const getTenantText = (table: string) => ({
  text: sql.ref<string>(`${table}.search_text`),
  phones: sql.ref<string>(`${table}.phones`),
})

/**
 * Returns the tenant data that administrators without access to tenants can search: code, occupant and unit.
 * All lists show these, so they are not secret.
 */
export const getPublicTenantText = (table: string): RawBuilder<string> => sql.ref(`${table}.public_text`)

/** Returns the condition that the searched texts contain all words of the term (rules 13.7). */
export function buildTermCondition(searchedText: SearchedText, term: string): RawBuilder<boolean> {
  if (!('phones' in searchedText)) return buildWordsCondition(searchedText, term)
  const { text, phones } = searchedText
  const { digits, otherWords } = findPhone(term)
  if (digits === undefined) return buildWordsCondition(text, term)
  return sql<boolean>`(${buildWordsCondition(text, term)} or ${phones} like ${`%${digits}%`} and ${buildWordsCondition(text, otherWords)})`
}

/**
 * Returns the condition that a normalized text contains all words of a term, in any order (rules 13.7). A
 * word without digits and dashes can always use a trigram index of the text. `isIndexed` adds a second
 * condition for each other word, so that these words use the index too.
 */
export function buildWordsCondition(
  text: Expression<string>,
  term = '',
  { isIndexed = false } = {},
): RawBuilder<boolean> {
  const wordConditions = getRarestWords(term).flatMap(({ own, indexed, isPlain }) => [
    ...(isIndexed && indexed ? [sql`${text} like ${indexed}`] : []),
    isPlain ? sql`${text} like ${own}` : sql`translate(${text}, '-', '') like ${own}`,
  ])
  return wordConditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(wordConditions, sql` and `)})`
}
