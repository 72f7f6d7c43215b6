import type { Post } from '@tahanan/contract/posts/answers.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { richTextWords } from '@tahanan/contract/rich-text.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/http/list-query.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'

/** Columns of a post that the office writes. */
export interface PostFields {
  title: string
  description: string
  type: Post['type']
  attachedUrl: string
  /** ISO 8601; null: at once. */
  startDate: string | null
  /** ISO 8601; null: for good. */
  endDate: string | null
  image: FileRef[]
  content: RichNode | null
  enableMessaging: 0 | 1
}

/** A post as the database gives it, with the names of those it speaks of and what is counted of it. */
export interface PostRow {
  id: number
  title: string
  description: string
  type: PostFields['type']
  attached_url: string
  start_date: Date | null
  end_date: Date | null
  image: FileRef[]
  content: RichNode | null
  enable_messaging: 0 | 1
  status: number
  post_by_id: number | null
  first_name: string | null
  last_name: string | null
  approved_by_id: number | null
  approver_name: string | null
  approval_date: Date | null
  shown_from: Date
  created_at: Date
  updated_at: Date
  comments: number
  views: number
  state: Post['shown']
}

/** The condition, on `posts p`, that residents may read a post now. */
export const SHOWN_TO_RESIDENTS = `p.status <> 0 and (p.start_date is null or p.start_date <= statement_timestamp())
  and (p.end_date is null or p.end_date > statement_timestamp())`

const STATE = `case when p.start_date > statement_timestamp() then 'scheduled'
  when p.end_date <= statement_timestamp() then 'ended' else 'shown' end as state`

const COLUMNS = `p.id, p.title, p.description, p.type, p.attached_url, p.start_date, p.end_date, p.image, p.content,
  p.enable_messaging, p.status, p.post_by_id, a.first_name, a.last_name, p.approved_by_id, v.name as approver_name,
  p.approval_date, p.shown_from, p.created_at, p.updated_at, ${STATE},
  (select count(*) from comments c where c.post_id = p.id and c.status <> 0) as comments,
  (select coalesce(sum(t.delta), 0)::bigint from post_view_tallies t where t.post_id = p.id) as views`
const JOINS = `left join admins a on a.id = p.post_by_id left join admins v on v.id = p.approved_by_id`

/** Reader of posts: residents read those shown now, the newest to appear first; the office all, the newest written first. */
export type PostReader = 'resident' | 'office'

/** A page of posts with how many there are. */
export async function listPosts(
  db: DbOrTx,
  reader: PostReader,
  page: Page,
): Promise<{ rows: PostRow[]; total: number }> {
  const searched = page.searchTerm !== ''
  const conditions = [reader === 'resident' ? SHOWN_TO_RESIDENTS : 'p.status <> 0']
  if (searched) conditions.push('p.search_text like $3')
  const where = conditions.join(' and ')
  const order = reader === 'resident' ? 'p.shown_from desc, p.id desc' : 'p.id desc'
  const shape = `${reader}${searched ? ':searched' : ''}`
  const term = searched ? [likePattern(page.searchTerm)] : []
  const [rows, [count]] = await Promise.all([
    prepared<PostRow>(
      db,
      `posts.list:${shape}`,
      `with page as (select p.id from posts p where ${where} order by ${order} limit $1 offset $2)
       select ${COLUMNS} from page join posts p using (id) ${JOINS} order by ${order}`,
      [page.limit, page.offset, ...term],
    ),
    prepared<{ n: number }>(
      db,
      `posts.count:${shape}`,
      `select count(*) as n from posts p where ${where.replace('$3', '$1')}`,
      term,
    ),
  ])
  return { rows, total: count?.n ?? 0 }
}

/** One post, as far as this reader may read it now. */
export async function findPost(db: DbOrTx, reader: PostReader, id: number): Promise<PostRow | undefined> {
  const where = reader === 'resident' ? SHOWN_TO_RESIDENTS : 'p.status <> 0'
  const [row] = await prepared<PostRow>(
    db,
    `posts.find:${reader}`,
    `select ${COLUMNS} from posts p ${JOINS} where p.id = $1 and ${where}`,
    [id],
  )
  return row
}

/** The post that residents saw appear last. */
export async function findLatestPost(db: DbOrTx): Promise<PostRow | undefined> {
  const [row] = await prepared<PostRow>(
    db,
    'posts.latest',
    `select ${COLUMNS} from posts p ${JOINS} where ${SHOWN_TO_RESIDENTS} order by p.shown_from desc, p.id desc limit 1`,
  )
  return row
}

/** The post, locked against other changes until the transaction ends. */
export async function lockPost(tx: Tx, id: number): Promise<PostRow | undefined> {
  const locked = await prepared<{ id: number }>(
    tx,
    'posts.lock',
    'select id from posts where id = $1 and status <> 0 for no key update',
    [id],
  )
  // Read after the lock was got: what another change left behind, not what was there when the wait began.
  return locked.length > 0 ? findPost(tx, 'office', id) : undefined
}

/** The post, kept from changing until the transaction ends; several may keep it at once, so comments do not queue. */
export async function keepPost(tx: Tx, reader: PostReader, id: number): Promise<PostRow | undefined> {
  await prepared(tx, 'posts.keep', 'select id from posts where id = $1 for share', [id])
  return findPost(tx, reader, id)
}

const turnsAt = (start: string, end: string) =>
  `case when ${start} > clock_timestamp() then ${start} when ${end} > clock_timestamp() then ${end} end`

/** Inserts a post by this administrator and answers its id. */
export async function insertPost(tx: Tx, postById: number | null, fields: PostFields): Promise<number> {
  const [row] = await prepared<{ id: number }>(
    tx,
    'posts.insert',
    `insert into posts (title, description, type, attached_url, start_date, end_date, image, content, enable_messaging,
      search_text, post_by_id, turns_at)
     values ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz, $7, $8, $9, $10, $11,
      ${turnsAt('$5::timestamptz', '$6::timestamptz')})
     returning id`,
    [...columns(fields), postById],
  )
  if (!row) throw new Error('an inserted post was not returned')
  return row.id
}

/** Saves a locked post. */
export async function updatePost(tx: Tx, id: number, fields: PostFields): Promise<void> {
  await prepared(
    tx,
    'posts.update',
    `update posts set title = $1, description = $2, type = $3, attached_url = $4, start_date = $5::timestamptz,
      end_date = $6::timestamptz, image = $7, content = $8, enable_messaging = $9, search_text = $10,
      turns_at = ${turnsAt('$5::timestamptz', '$6::timestamptz')}, ${CHANGED} where id = $11`,
    [...columns(fields), id],
  )
}

const CHANGED = `version = version + 1, updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms')`

/** Deletes a locked post softly: nobody finds it any more. */
export async function removePost(tx: Tx, id: number): Promise<void> {
  await prepared(
    tx,
    'posts.remove',
    `update posts set status = 0, turns_at = null, ${CHANGED} where id = $1`,
    [id],
  )
}

/** Stamps a locked post as approved. */
export async function stampApproval(tx: Tx, id: number, adminId: number): Promise<void> {
  await prepared(
    tx,
    'posts.approve',
    `update posts set approved_by_id = $2, approval_date = clock_timestamp(), ${CHANGED} where id = $1`,
    [id, adminId],
  )
}

/**
 * Takes posts whose time has come to begin or end, at most `limit` of them, and notes when each turns next. Of two
 * processes that ask at once each gets others.
 */
export async function takeTurningPosts(tx: Tx, limit: number): Promise<number[]> {
  const rows = await prepared<{ id: number }>(
    tx,
    'posts.turn',
    `with due as (
      select id from posts where turns_at <= clock_timestamp() and status <> 0
      order by turns_at limit $1 for no key update skip locked
    )
    update posts set turns_at = ${turnsAt('start_date', 'end_date')} from due where posts.id = due.id returning posts.id`,
    [limit],
  )
  return rows.map(({ id }) => id)
}

/** Marks those of these posts that are shown and were never announced, and returns them: each once for ever. */
export function markAnnounced(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; title: string; type: PostFields['type'] }[]> {
  return prepared(
    tx,
    'posts.announce',
    `update posts p set announced_at = clock_timestamp()
     where p.id = any($1::bigint[]) and p.announced_at is null and ${SHOWN_TO_RESIDENTS} returning p.id, p.title, p.type`,
    [ids],
  )
}

function columns(fields: PostFields): unknown[] {
  return [
    fields.title,
    fields.description,
    fields.type,
    fields.attachedUrl,
    fields.startDate,
    fields.endDate,
    JSON.stringify(fields.image),
    fields.content === null ? null : JSON.stringify(fields.content),
    fields.enableMessaging,
    postSearchText(fields),
  ]
}

/** The text that a search for posts matches, in lower case; terms come in lower case too (rules 13.7). */
export function postSearchText({
  title,
  description,
  content,
}: Pick<PostFields, 'title' | 'description' | 'content'>): string {
  return [title, description, richTextWords(content)].join('\n').toLowerCase()
}
