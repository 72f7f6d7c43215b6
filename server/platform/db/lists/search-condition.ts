import { sql, type Expression, type RawBuilder } from 'kysely'
import { findPhone } from '@tahanan/contract/phone.ts'
import type { Given } from '../prepare-query.ts'
import { getRarestWords, type SearchPatterns, type Word } from './search-patterns.ts'

/** The text of a ticket. No index has this expression, so it only filters rows that other conditions found. */
const TICKET_TEXT = sql<string>`translate(search_text, '-', '')`

/** The text of a payment, without dashes and blanks, since its lines are codes. */
export const PAYMENT_TEXT = sql<string>`translate(search_text, '- ', '')`

/** Code and name of a tenant, in the index `tenants_words`. */
const TENANT_TEXT = sql.ref<string>('code_and_name')

/** Maximum tenants with a word whose records are all read; if more match, another word is used for the index. */
const FEW_TENANTS = 20

const tenantsLike = (pattern: unknown) =>
  sql`select id from tenants where ${TENANT_TEXT} like (select ${pattern})`

/**
 * Returns the condition of a search: each word matches the record's text or its tenant. Sub-selects hide the
 * patterns from the planner, so that one plan serves all terms: planning for a term takes longer than running
 * the query and gains nothing (docs/decisions/0021).
 */
export function searchCondition(search: Given<SearchPatterns>, text = TICKET_TEXT): RawBuilder<boolean> {
  const { tenants, secondTenants, secondPlain: plain, secondChecked: checked, others, othersTenants } = search
  if (!secondTenants) return sql<boolean>`(${oneOfTwo(ownText(search, text), tenantsLike(tenants))})`
  const conditions = [
    ...lookUp(search, text),
    sql`(${checkText({ plain, checked }, text)} or tenant_id in (${tenantsLike(secondTenants)}))`,
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

// Tenants are found by their own index; the planner combines both conditions in one bitmap.
const oneOfTwo = (own: RawBuilder<unknown>, tenants: RawBuilder<unknown>) =>
  sql`${own} or tenant_id = any(array(${tenants}))`

/** Whether the leading word is in the record's text; uses the index if possible. */
function ownText({ indexed, plain, checked }: Given<SearchPatterns>, text: RawBuilder<string>) {
  const lookedUp = indexed ? [sql`search_text like (select ${indexed})`] : []
  return sql.join(
    [...lookedUp, ...(plain || checked ? [checkText({ plain, checked }, text)] : [])],
    sql` and `,
  )
}

const checkText = ({ plain, checked }: Given<SearchPatterns>, text: RawBuilder<string>) =>
  // No index has the expression with an appended empty text, so the planner does not use one.
  plain ? sql`search_text || '' like ${plain}` : sql`${text} like ${checked}`

/**
 * Returns the condition that the indexes answer for a term of several words: the records with the leading
 * word in text or tenant. If too many tenants match, those with the leading or the second word in their text,
 * or both in their tenant.
 */
function lookUp(search: Given<SearchPatterns>, text: RawBuilder<string>): RawBuilder<unknown>[] {
  const { indexed, tenants, secondIndexed, secondTenants } = search
  const own = ownText(search, text)
  if (!indexed || !secondIndexed) return [sql`(${oneOfTwo(own, tenantsLike(tenants))})`]
  const few = sql`(select count(*) <= ${sql.lit(FEW_TENANTS)} from (${tenantsLike(tenants)}
    limit ${sql.lit(FEW_TENANTS + 1)}) as first)`
  const both = sql`${tenantsLike(tenants)} and (${few} or ${TENANT_TEXT} like (select ${secondTenants}))`
  return [
    sql`(${oneOfTwo(own, both)} or search_text like (select case when not ${few} then ${secondIndexed} end))`,
    sql`(${few} or ${checkText(search, text)} or tenant_id in (${tenantsLike(tenants)}))`,
  ]
}

/** Returns the condition that each word is in a ticket's text, or in the text `of` its tenant. */
export const eachWordMatches = (
  words: readonly Word[],
  of: RawBuilder<string> = TENANT_TEXT,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map(
      ({ own, tenants }) => sql`(${TICKET_TEXT} like ${own} or tenant_id in (
        select id from tenants where ${of} like ${tenants}))`,
    ),
    sql` and `,
  )})`

/** A code normalized for comparison as a whole, without dashes and blanks. */
export const toJoinedCode = (column: string): RawBuilder<string> =>
  sql<string>`translate(folded(${sql.ref(column)}), '- ', '')`

/** A normalized text to search, optionally with the digits of phone numbers for searching a number. */
export type Searched =
  | Expression<string>
  | { readonly text: Expression<string>; readonly phones: Expression<string> }

/**
 * The texts of a tenant for users who may view tenants: code, all names, unit, e-mail address and telephone
 * numbers.
 */
export const getTenantText = (table: string) => ({
  text: sql.ref<string>(`${table}.search_text`),
  phones: sql.ref<string>(`${table}.phones`),
})

/** The text of a tenant for other administrators: code, occupant and unit, which all lists show. */
export const getPublicTenantText = (table: string): RawBuilder<string> => sql.ref(`${table}.public_text`)

/** Returns the condition that the searched texts contain the words of a term (rules 13.7). */
export function matchesTerm(searched: Searched, term: string): RawBuilder<boolean> {
  if (!('phones' in searched)) return matchesWords(searched, term)
  const { text, phones } = searched
  const { digits, others } = findPhone(term)
  if (digits === undefined) return matchesWords(text, term)
  return sql<boolean>`(${matchesWords(text, term)} or ${phones} like ${`%${digits}%`} and ${matchesWords(text, others)})`
}

/**
 * Returns the condition that a normalized text contains the words of a term, in any order (rules 13.7). Words
 * without digits and dashes use a trigram index of the text; with `isIndexed`, the others too.
 */
export function matchesWords(
  text: Expression<string>,
  term = '',
  { isIndexed = false } = {},
): RawBuilder<boolean> {
  const words = getRarestWords(term).flatMap(({ own, indexed, isPlain }) => [
    ...(isIndexed && indexed ? [sql`${text} like ${indexed}`] : []),
    isPlain ? sql`${text} like ${own}` : sql`translate(${text}, '-', '') like ${own}`,
  ])
  return words.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(words, sql` and `)})`
}
