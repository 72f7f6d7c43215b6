import { commentForm } from '@tahanan/contract/content/post.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { Actor } from '../../platform/actor.ts'
import { prepared } from '../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { PortalError } from '../../platform/errors.ts'
import { readFormBody } from '../../platform/http/form-body.ts'
import type { Page } from '../../platform/http/list-query.ts'
import { notifyPageGrouped } from '../notifications/notify.ts'
import { tell } from '../../platform/realtime/outbox.ts'
import { mayDeleteComment, readerOf } from './policy.ts'
import { findPost, keepPost } from './repository.ts'

/** A comment with who wrote it: a tenant, or an administrator. */
export interface CommentRow {
  id: number
  post_id: number
  tenant_id: number | null
  admin_id: number | null
  comment: string
  status: number
  created_at: Date
  uoccname: string | null
  first_name: string | null
  middle_name: string | null
  last_name: string | null
  image: string | null
  admin_name: string | null
}

const COLUMNS = `c.id, c.post_id, c.tenant_id, c.admin_id, c.comment, c.status, c.created_at, n.uoccname, n.first_name,
  n.middle_name, n.last_name, n.image, a.name as admin_name`
const JOINS = `left join tenants n on n.id = c.tenant_id left join admins a on a.id = c.admin_id`

/** A page of a post's comments, the newest first. Throws 404 unless this actor may read the post now. */
export async function listComments(
  db: DbOrTx,
  actor: Actor,
  postId: number,
  page: Page,
): Promise<{ rows: CommentRow[]; total: number }> {
  const [post, rows] = await Promise.all([
    findPost(db, readerOf(actor), postId),
    prepared<CommentRow>(
      db,
      'comments.list',
      `with page as (
         select id from comments where post_id = $1 and status <> 0 order by id desc limit $2 offset $3
       )
       select ${COLUMNS} from page join comments c using (id) ${JOINS} order by c.id desc`,
      [postId, page.limit, page.offset],
    ),
  ])
  if (!post) throw new PortalError('notFound')
  return { rows, total: post.comments }
}

/** Comments by their ids, the deleted too: live channels are told of those. */
export function findComments(db: DbOrTx, ids: readonly number[]): Promise<CommentRow[]> {
  return prepared<CommentRow>(
    db,
    'comments.find',
    `select ${COLUMNS} from comments c ${JOINS} where c.id = any($1::bigint[]) order by c.id`,
    [ids],
  )
}

/** Reads a comment's body, before anything is written. Throws 400. */
export function readComment(body: Readonly<Details>, timeZone: string): string {
  const { values } = readFormBody(commentForm, body, { action: 'create', timeZone })
  return values.comment as string
}

/**
 * Writes a comment. The post is kept from changing meanwhile, so none comes in after comments were switched off. Throws 404
 * unless the actor may read the post, 403 'Disabled Comments' where it takes none. The office is notified of residents'.
 */
export async function addComment(
  tx: Tx,
  actor: Actor,
  { postId, comment }: { postId: number; comment: string },
): Promise<number> {
  const post = await keepPost(tx, readerOf(actor), postId)
  if (!post) throw new PortalError('notFound')
  if (post.enable_messaging !== 1) throw new PortalError('commentsDisabled')
  const resident = actor.area === 'client'
  const [row] = await prepared<{ id: number }>(
    tx,
    'comments.insert',
    'insert into comments (post_id, tenant_id, admin_id, comment) values ($1, $2, $3, $4) returning id',
    [postId, resident ? actor.id : null, resident ? null : actor.id, comment],
  )
  if (!row) throw new Error('an inserted comment was not returned')
  if (resident) {
    const [lately] = await prepared<{ n: number }>(
      tx,
      'comments.lately',
      `select count(*) as n from comments
       where post_id = $1 and tenant_id = $2 and created_at > clock_timestamp() - interval '1 hour'`,
      [postId, actor.id],
    )
    const times = lately && lately.n > 1 ? ` ${lately.n} times within an hour` : ''
    await notifyPageGrouped(tx, {
      page: 'announcements',
      subjectTenantId: actor.id,
      title: 'New comment',
      message: `${actor.name} (${actor.clientCode}) commented on “${post.title}”${times}.`,
      link: `/admin/announcements?postId=${postId}`,
    })
  }
  await tellOfComment(tx, row.id, postId)
  return row.id
}

/** Deletes a comment softly. 404 where there is none that this actor may delete: residents know only their own. */
export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const [row] = await prepared<Pick<CommentRow, 'post_id' | 'tenant_id' | 'admin_id'>>(
    tx,
    'comments.lock',
    'select post_id, tenant_id, admin_id from comments where id = $1 and status <> 0 for no key update',
    [id],
  )
  if (!row || !mayDeleteComment(actor, row)) throw new PortalError('notFound')
  await prepared(
    tx,
    'comments.remove',
    'update comments set status = 0, updated_at = clock_timestamp() where id = $1',
    [id],
  )
  await tellOfComment(tx, id, row.post_id)
}

/** Tells the readers of the thread, and the office, whose list of posts counts its comments. */
async function tellOfComment(tx: Tx, id: number, postId: number): Promise<void> {
  await tell(tx, 'comment', { id })
  await tell(tx, 'post', { id: postId, residents: false })
}
