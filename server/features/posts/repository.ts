import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { toOrder, type Page } from '#platform/http/list-query.ts'
import { streamCsvRows } from '#platform/http/stream-rows.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Post } from '@tahanan/contract/posts/answers.ts'
import type { SortedCsvQuery } from '@tahanan/contract/requests.ts'
import { toPlainText } from '@tahanan/contract/rich-text.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'

export type PostFields = Pick<
  Post,
  | 'title'
  | 'description'
  | 'type'
  | 'attachedUrl'
  | 'startDate'
  | 'endDate'
  | 'content'
  | 'enableMessaging'
  | 'urgent'
> & { image: FileRef[] }

export type PostRow = NonNullable<Awaited<ReturnType<typeof findPost>>>

/**
 * Residents see only visible posts, ordered by start date. The office sees all posts, ordered by creation.
 */
export type PostReader = 'resident' | 'office'

export const IS_SHOWN_TO_RESIDENTS = sql<boolean>`(p.status <> ${DELETED_STATUS}
  and (p.start_date is null or p.start_date <= statement_timestamp())
  and (p.end_date is null or p.end_date > statement_timestamp()))`

export const findWithdrawnPosts = (tx: Tx, notificationIds: readonly number[]) =>
  tx
    .selectFrom('notifications as n')
    .select('n.id')
    .where('n.id', '=', buildAnyOfIds(notificationIds))
    .where(
      sql<boolean>`n.link ~ '^/mail\\?postId=\\d+$' and not exists (
        select from posts p where p.id = substring(n.link from '\\d+$')::bigint and ${IS_SHOWN_TO_RESIDENTS})`,
    )
    .execute()

export const createReadableCondition = (reader: PostReader): RawBuilder<boolean> =>
  reader === 'resident' ? IS_SHOWN_TO_RESIDENTS : sql<boolean>`p.status <> ${DELETED_STATUS}`

const POST_STATE = sql<Post['shown']>`case when p.start_date > statement_timestamp() then 'scheduled'
  when p.end_date <= statement_timestamp() then 'ended' else 'shown' end`

const selectPosts = (db: Pick<DbOrTx, 'selectFrom'>, reader: PostReader) =>
  db
    .selectFrom('posts as p')
    .leftJoin('admins as a', 'a.id', 'p.post_by_id')
    .leftJoin('admins as v', 'v.id', 'p.approved_by_id')
    .select(['p.id', 'p.title', 'p.description', 'p.type', 'p.image', 'p.content', 'p.status'])
    .select(['p.attached_url as attachedUrl', 'p.start_date as startDate', 'p.end_date as endDate'])
    .select(['p.enable_messaging as enableMessaging', sql<0 | 1>`p.urgent::int`.as('urgent')])
    .select(['p.shown_from as shownFrom', POST_STATE.as('shown')])
    .select(sql<boolean>`p.announced_at is not null`.as('announced'))
    .select(['p.post_by_id as postById', 'p.approved_by_id as approvedById', 'p.created_at', 'p.updated_at'])
    .select(['p.approval_date as approvalDate', 'a.first_name', 'a.last_name', 'v.name as approver_name'])
    .select([
      sql<number>`(select count(*) from comments c where c.post_id = p.id and c.status <> ${DELETED_STATUS})`.as(
        'comments',
      ),
      sql<number>`(select coalesce(sum(t.delta), 0)::bigint
        from post_view_tallies t where t.post_id = p.id)`.as('views'),
    ])
    .where(createReadableCondition(reader))

const SEARCHED_TEXT = sql.ref<string>('p.search_text')

const selectSortedPosts = (db: DbOrTx, reader: PostReader, sort: Sort | null) => {
  const sortDate = reader === 'resident' ? sql`p.shown_from` : sql`p.id`
  const direction = sort === null ? sql`desc` : sql`asc`
  return selectPosts(db, reader).orderBy(sql`${sortDate} ${direction}, p.id ${direction}`)
}

export const listPosts = (db: DbOrTx, reader: PostReader, page: Page) =>
  findPageWithTotal(db, selectSortedPosts(db, reader, page.sort), page, SEARCHED_TEXT)

export const streamPostsForCsv = (db: DbOrTx, query: SortedCsvQuery) =>
  streamCsvRows(selectSortedPosts(db, 'office', toOrder(query.sort)), 'p.id', query, SEARCHED_TEXT)

const prepareFindPost = (reader: PostReader) =>
  prepareQuery((db, { id }: Placeholders<{ id: number }>) => selectPosts(db, reader).where('p.id', '=', id))
const FIND_POST_BY_READER = { resident: prepareFindPost('resident'), office: prepareFindPost('office') }

export async function findPost(db: DbOrTx, reader: PostReader, id: number) {
  const [row] = await FIND_POST_BY_READER[reader](db, { id })
  return row
}

export function findLatestPost(db: DbOrTx): Promise<PostRow | undefined> {
  return selectSortedPosts(db, 'resident', null).limit(1).executeTakeFirst()
}

export async function lockPost(tx: Tx, id: number): Promise<PostRow | undefined> {
  await tx.selectFrom('posts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  // The row is read after the lock, so it includes changes that were committed during the wait.
  return findPost(tx, 'office', id)
}

/**
 * Takes a shared lock on a post: several comments can then be added at once, but the post cannot be changed.
 */
export async function lockPostShared(tx: Tx, reader: PostReader, id: number): Promise<PostRow | undefined> {
  await tx.selectFrom('posts').select('id').where('id', '=', id).forShare().execute()
  return findPost(tx, reader, id)
}

const toNextStateChange = (start: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  sql<Date | null>`case when ${start} > clock_timestamp() then ${start}
    when ${end} > clock_timestamp() then ${end} end`

export async function insertPost(tx: Tx, postById: number | null, fields: PostFields): Promise<number> {
  const { id } = await tx
    .insertInto('posts')
    .values({ ...toColumns(fields), post_by_id: postById })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePost(tx: Tx, id: number, columns: UpdateObject<DB, 'posts'>): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ ...columns, version: sql<number>`version + 1`, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns ids of posts that became visible or hidden since the last call, and stores the time of their next
 * change. Skips rows locked by other processes.
 */
export async function claimDuePosts(tx: Tx, limit: number): Promise<number[]> {
  const duePosts = await tx
    .with('due', (query) =>
      query
        .selectFrom('posts')
        .select('id')
        .where('turns_at', '<=', CLOCK)
        .where('status', '<>', DELETED_STATUS)
        .orderBy('turns_at')
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('posts')
    .from('due')
    .set({ turns_at: toNextStateChange(sql`start_date`, sql`end_date`) })
    .whereRef('posts.id', '=', 'due.id')
    .returning('posts.id')
    .execute()
  return duePosts.map(({ id }) => id)
}

/** Marks posts as announced. Skips posts that are not visible or were announced before. */
export function markPostsAsAnnounced(tx: Tx, ids: readonly number[]) {
  return tx
    .updateTable('posts as p')
    .set({ announced_at: CLOCK })
    .where('p.id', 'in', ids)
    .where('p.announced_at', 'is', null)
    .where(IS_SHOWN_TO_RESIDENTS)
    .returning(['p.id', 'p.title', 'p.description', 'p.type', 'p.urgent'])
    .execute()
}

export const toColumns = (fields: PostFields) => ({
  title: fields.title,
  description: fields.description,
  type: fields.type,
  attached_url: fields.attachedUrl,
  start_date: fields.startDate,
  end_date: fields.endDate,
  image: JSON.stringify(fields.image),
  content: fields.content && JSON.stringify(fields.content),
  enable_messaging: fields.enableMessaging,
  urgent: fields.urgent === 1,
  search_text: toPostSearchText(fields),
  turns_at: toNextStateChange(sql`${fields.startDate}::timestamptz`, sql`${fields.endDate}::timestamptz`),
})

/** Joins the texts of a post in which searches look. The database normalizes the result (rules 13.7). */
export function toPostSearchText({
  title,
  description,
  content,
}: Pick<PostFields, 'title' | 'description' | 'content'>): string {
  return [title, description, toPlainText(content)].join('\n')
}
