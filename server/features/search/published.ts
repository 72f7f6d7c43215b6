import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { richTextWords } from '@tahanan/contract/rich-text.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { SHOWN_TO_RESIDENTS } from '../posts/repository.ts'
import type { PostReader } from '../posts/repository.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'
import { excerpt } from './excerpt.ts'
import { MOST_OF_A_KIND } from './found.ts'
import type { Found } from './found.ts'

/** Prefix of the pages of the caller's area: '' or '/admin'. */
export type AreaPath = '' | '/admin'

/** Posts that this reader may read now, the newest to appear first. */
export async function findPosts(
  db: DbOrTx,
  reader: PostReader,
  term: string,
  area: AreaPath,
): Promise<Found[]> {
  const rows = await prepared<{
    id: number
    title: string
    description: string
    content: RichNode | null
    shown_from: Date
  }>(
    db,
    `search.posts:${reader}`,
    `select p.id, p.title, p.description, p.content, p.shown_from from posts p
     where ${reader === 'resident' ? SHOWN_TO_RESIDENTS : 'p.status <> 0'} and p.search_text like $1
     order by p.shown_from desc, p.id desc limit ${MOST_OF_A_KIND}`,
    [likePattern(term)],
  )
  const page = area === '' ? '/mail' : '/admin/announcements'
  return rows.map(({ id, title, description, content, shown_from: date }) => ({
    kind: 'post',
    id,
    title,
    text: excerpt(`${description}\n${richTextWords(content)}`, term),
    date,
    link: `${page}?postId=${id}`,
  }))
}

/** Memorandums, the latest first. */
export async function findMemorandums(db: DbOrTx, term: string, area: AreaPath): Promise<Found[]> {
  const rows = await prepared<{ id: number; memoNumber: string; title: string; text: string; date: Date }>(
    db,
    'search.memorandums',
    `select id, memo_number as "memoNumber", title, description as text, date from memorandums
     where status <> 0 and search_text like $1 order by date desc, id desc limit ${MOST_OF_A_KIND}`,
    [likePattern(term)],
  )
  return rows.map(({ id, memoNumber, title, text, date }) => ({
    kind: 'memorandum',
    id,
    title: memoNumber === '' ? title : `${memoNumber}: ${title}`,
    text: excerpt(text, term),
    date,
    link: `${area}/memorandums?id=${id}`,
  }))
}

/** Policies by their own words or their header's, in the order of the house rules. */
export async function findPolicies(db: DbOrTx, term: string, area: AreaPath): Promise<Found[]> {
  const rows = await prepared<{ id: number; header: string; subHeader: string; title: string; date: Date }>(
    db,
    'search.policies',
    `select p.id, h.header, p.sub_header as "subHeader", p.title, p.date
     from policies p join policy_headers h on h.id = p.policy_header_id
     where p.status <> 0 and h.status <> 0 and (p.search_text like $1 or h.search_text like $1)
     order by h.sequence_number, h.id, p.id limit ${MOST_OF_A_KIND}`,
    [likePattern(term)],
  )
  return rows.map(({ id, header, subHeader, title, date }) => ({
    kind: 'policy',
    id,
    title,
    text: `${header} › ${subHeader}`,
    date,
    link: `${area}/policies?id=${id}`,
  }))
}
