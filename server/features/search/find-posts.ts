import { sql } from 'kysely'
import type { Static } from 'typebox'
import { createReadableCondition, type PostReader } from '#features/posts/repository.ts'
import { selectSortedRecords, type RecordRow } from '#features/records/repository.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { buildWordsCondition } from '#platform/db/lists/build-search-condition.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { isLongText, isShortText } from '@tahanan/contract/records/define-record-kind.ts'
import type { RecordKind, RecordName } from '@tahanan/contract/records/index.ts'
import { toPlainText } from '@tahanan/contract/rich-text.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { getExcerpt } from './get-excerpt.ts'

export type FoundRow = Static<typeof SearchResult>

export type AreaPath = '' | '/admin'

export async function findPosts(
  db: DbOrTx,
  reader: PostReader,
  term: string,
  area: AreaPath,
): Promise<FoundRow[]> {
  const postRows = await db
    .selectFrom('posts as p')
    .select(['p.id', 'p.title', 'p.description', 'p.content', 'p.shown_from'])
    .where(createReadableCondition(reader))
    .where(buildWordsCondition(sql.ref('p.search_text'), term))
    .orderBy('p.shown_from', 'desc')
    .orderBy('p.id', 'desc')
    .limit(LIMITS.searchOfAKind)
    .execute()
  const page = area === '' ? '/mail' : '/admin/announcements'
  return postRows.map(({ id, title, description, content, shown_from: date }) => ({
    kind: 'post',
    id,
    title,
    text: getExcerpt(`${description}\n${toPlainText(content)}`, term),
    date,
    link: `${page}?postId=${id}`,
  }))
}

export async function findRecords(
  db: DbOrTx,
  kind: RecordKind,
  term: string,
  area: AreaPath,
): Promise<FoundRow[]> {
  const customSearch = CUSTOM_SEARCHES[kind.name]
  if (customSearch) return customSearch(db, term, area)
  const { fields, sortDateField = 'created_at' } = kind
  const shortFieldNames = Object.keys(fields).filter((key) => isShortText(fields[key]))
  const longFieldNames = Object.keys(fields).filter((key) => isLongText(fields[key]))
  const rows = await selectSortedRecords(db, kind, term).limit(LIMITS.searchOfAKind).execute()
  return rows.map((row) => ({
    kind: kind.name,
    id: row.id,
    title: joinFields(row, shortFieldNames, ': '),
    text: getExcerpt(joinFields(row, longFieldNames, '\n'), term),
    date: row[sortDateField] as Date,
    link: `${area}/${kind.path.many}?id=${row.id}`,
  }))
}

const joinFields = (row: RecordRow, keys: readonly string[], separator: string): string =>
  keys.flatMap((key) => row[key] || []).join(separator)

const CUSTOM_SEARCHES: { readonly [Name in RecordName]?: typeof findPolicies } = { policy: findPolicies }

async function findPolicies(db: DbOrTx, term: string, area: AreaPath): Promise<FoundRow[]> {
  const createMatchCondition = (column: string) => buildWordsCondition(sql.ref(column), term)
  const policyRows = await db
    .selectFrom('policies as p')
    .innerJoin('policy_headers as h', 'h.id', 'p.policy_header_id')
    .select(['p.id', 'h.header', 'p.sub_header as subHeader', 'p.title', 'p.date'])
    .where('p.status', '<>', DELETED_STATUS)
    .where('h.status', '<>', DELETED_STATUS)
    .where((eb) => eb.or([createMatchCondition('p.search_text'), createMatchCondition('h.search_text')]))
    .orderBy('h.sequence_number')
    .orderBy('h.id')
    .orderBy('p.id')
    .limit(LIMITS.searchOfAKind)
    .execute()
  return policyRows.map(({ id, header, subHeader, title, date }) => ({
    kind: 'policy',
    id,
    title,
    text: `${header} › ${subHeader}`,
    date,
    link: `${area}/policies?id=${id}`,
  }))
}
