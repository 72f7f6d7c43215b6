import { sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '#platform/db/client.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import { streamCsvRows } from '#platform/http/stream-rows.ts'
import type { Area } from '@tahanan/contract/limits.ts'
import type { CsvQuery } from '@tahanan/contract/requests.ts'

const selectNotices = (db: DbOrTx) =>
  db
    .selectFrom('privacy_notices')
    .select(['id', 'content', 'changes', 'published_at', 'post_by_name'])
    .orderBy('id', 'desc')

export const findNewestNotice = (db: DbOrTx) => selectNotices(db).limit(1).executeTakeFirst()

export const findNotice = (db: DbOrTx, id: number) =>
  selectNotices(db).where('id', '=', id).executeTakeFirst()

export type NoticeRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** Returns the number of the newest version of the notice; 0 if none was published. */
export async function findNewestVersion(db: DbOrTx): Promise<number> {
  const row = await db
    .selectFrom('privacy_notices')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/**
 * Returns the newest version of the notice. Takes an advisory lock, so simultaneous publications run one
 * after the other.
 */
export async function lockNewestNotice(tx: Tx): Promise<NoticeRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('tahanan.privacy-notices'))`.execute(tx)
  return findNewestNotice(tx)
}

interface NewNotice {
  readonly id: number
  readonly content: string
  readonly changes: string
  readonly post_by_id: number
  readonly post_by_name: string
}

export async function insertNotice(tx: Tx, notice: NewNotice): Promise<void> {
  await tx.insertInto('privacy_notices').values(notice).execute()
}

export function listNotices(db: Db, page: Pick<Page, 'limit' | 'offset'>) {
  const noticeRows = db
    .selectFrom('privacy_notices as n')
    .select(['n.id', 'n.changes', 'n.published_at as publishedAt', 'n.post_by_name as postBy'])
    .select((eb) =>
      eb
        .selectFrom('privacy_notice_views as v')
        .whereRef('v.notice_id', '=', 'n.id')
        .select(({ fn }) => fn.countAll<number>().as('seen'))
        .$asScalar()
        .$notNull()
        .as('seenBy'),
    )
    .orderBy('n.id', 'desc')
  return findPageWithTotal(db, noticeRows, page)
}

interface ViewingAccount {
  readonly area: Area
  readonly id: number
}

/** Records that a user viewed a version. Ignores repeated views, and versions that were never published. */
export async function recordNoticeView(
  db: DbOrTx,
  { area, id }: ViewingAccount,
  version: number,
): Promise<void> {
  await sql`insert into privacy_notice_views (notice_id, area, account_id)
    select id, ${area}, ${id} from privacy_notices where id = ${version}
      and not exists (select from privacy_notice_views
        where notice_id = ${version} and area = ${area} and account_id = ${id})
    on conflict do nothing`.execute(db)
}

export function findUnseenNotice(db: DbOrTx, { area, id }: ViewingAccount) {
  return db
    .selectFrom('privacy_notices as n')
    .select(['n.id as version', 'n.changes', 'n.published_at as publishedAt'])
    .where('n.id', '=', (eb) => eb.selectFrom('privacy_notices').select(({ fn }) => fn.max('id').as('id')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('privacy_notice_views as v')
            .whereRef('v.notice_id', '=', 'n.id')
            .where('v.area', '=', area)
            .where('v.account_id', '=', id),
        ),
      ),
    )
    .executeTakeFirst()
}

const selectViews = (db: DbOrTx, version: number | undefined) =>
  db
    .selectFrom('privacy_notice_views as v')
    .leftJoin('tenants as t', (join) =>
      join.onRef('t.id', '=', 'v.account_id').on('v.area', '=', sql.lit<Area>('client')),
    )
    .leftJoin('admins as a', (join) =>
      join.onRef('a.id', '=', 'v.account_id').on('v.area', '=', sql.lit<Area>('admin')),
    )
    .leftJoin('super_admins as s', (join) =>
      join.onRef('s.id', '=', 'v.account_id').on('v.area', '=', sql.lit<Area>('super-admin')),
    )
    .select(['v.id', 'v.notice_id as version', 'v.area', 'v.at'])
    .select(sql<string>`coalesce(t.uoccname, a.name, s.name, '')`.as('name'))
    .select(sql<string>`coalesce(t.client_code, a.email, s.email, '')`.as('login'))
    .$if(version !== undefined, (query) => query.where('v.notice_id', '=', version ?? 0))
    .orderBy('v.id', 'desc')

const VIEWER_TEXT = sql<string>`folded(concat_ws(E'\\n', coalesce(t.uoccname, a.name, s.name),
  coalesce(t.client_code, a.email, s.email)))`

export const listNoticeViews = (db: Db, version: number | undefined, page: Page) =>
  findPageWithTotal(db, selectViews(db, version), page, VIEWER_TEXT)

export const streamNoticeViewsForCsv = (db: Db, version: number | undefined, query: CsvQuery) =>
  streamCsvRows(selectViews(db, version), 'v.id', query, VIEWER_TEXT)
