import { sql } from 'kysely'
import { notifyPageViewersGrouped } from '#features/notifications/notify.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, secondsAgo, DELETED_STATUS } from '#platform/db/expressions.ts'
import { createInvalidInputError, PortalError, createNotFoundError, requireFound } from '#platform/errors.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import type { Page } from '#platform/http/list-query.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { commentForm } from '@tahanan/contract/content/post.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { mayDeleteComment, toReader } from './policy.ts'
import { findPost, lockPostShared } from './repository.ts'

export type CommentRow = Awaited<ReturnType<typeof findComments>>[number]

const selectComments = (db: DbOrTx) =>
  db
    .selectFrom('comments as c')
    .leftJoin('tenants as n', 'n.id', 'c.tenant_id')
    .leftJoin('admins as a', 'a.id', 'c.admin_id')
    .select(['c.id', 'c.post_id', 'c.tenant_id', 'c.admin_id', 'c.comment', 'c.status', 'c.created_at'])
    .select(['n.uoccname', 'n.first_name', 'n.middle_name', 'n.last_name', 'a.name as admin_name'])
    // The picture of a deleted tenant cannot be opened (rules 6.14).
    .select(sql<string | null>`case when n.status <> ${DELETED_STATUS} then n.image end`.as('image'))

/** Lists the comments of a post. Throws 404 unless the actor may read the post. */
export async function listComments(
  db: DbOrTx,
  actor: Actor,
  postId: number,
  page: Page,
): Promise<{ rows: CommentRow[]; total: number }> {
  const [post, rows] = await Promise.all([
    findPost(db, toReader(actor), postId),
    selectComments(db)
      .where('c.post_id', '=', postId)
      .where('c.status', '<>', DELETED_STATUS)
      .orderBy('c.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  return { rows, total: requireFound(post).comments }
}

/** Finds comments by id, deleted ones too, because live events also report deletions. */
export function findComments(db: DbOrTx, ids: readonly number[]) {
  return selectComments(db).where('c.id', 'in', ids).orderBy('c.id').execute()
}

/** Parses a new comment. Throws 400 for invalid fields. */
export function parseComment(body: Readonly<Details>, timeZone: string): NewComment {
  const { values } = parseFormBody(commentForm, body, { action: 'create', timeZone })
  const postId = Number(body.postId)
  if (!Number.isSafeInteger(postId) || postId < 1)
    throw createInvalidInputError({ postId: ['This must be a whole number.'] })
  return { postId, comment: values.comment as string }
}

interface NewComment {
  readonly postId: number
  readonly comment: string
}

/**
 * Adds a comment, and notifies the office if a resident wrote it. Holds a shared lock on the post, so that
 * nobody turns the comments off at the same time. Throws 404 unless the actor may read the post, and 403
 * 'Disabled Comments' if comments are turned off.
 */
export async function addComment(tx: Tx, actor: Actor, { postId, comment }: NewComment): Promise<number> {
  const post = requireFound(await lockPostShared(tx, toReader(actor), postId))
  if (post.enableMessaging !== 1) throw new PortalError('commentsDisabled')
  const resident = actor.area === 'client'
  const { id } = await tx
    .insertInto('comments')
    .values({ post_id: postId, ...(resident ? { tenant_id: actor.id } : { admin_id: actor.id }), comment })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (resident) {
    const { n } = await tx
      .selectFrom('comments')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('post_id', '=', postId)
      .where('tenant_id', '=', actor.id)
      .where('created_at', '>', secondsAgo(3600))
      .executeTakeFirstOrThrow()
    const repetitionText = n > 1 ? ` ${n} times within an hour` : ''
    await notifyPageViewersGrouped(tx, {
      kind: 'post',
      page: 'announcements',
      subjectTenantId: actor.id,
      title: 'New comment',
      message: `${actor.name} (${actor.clientCode}) commented on “${post.title}”${repetitionText}.`,
      link: `/admin/announcements?postId=${postId}`,
    })
  }
  await publishComment(tx, id, postId)
  return id
}

export async function deleteComment(tx: Tx, actor: Actor, id: number): Promise<void> {
  const row = await tx
    .selectFrom('comments')
    .select(['post_id', 'tenant_id', 'admin_id'])
    .where('id', '=', id)
    .where('status', '<>', DELETED_STATUS)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || !mayDeleteComment(actor, row)) throw createNotFoundError()
  await tx
    .updateTable('comments')
    .set({ status: DELETED_STATUS, updated_at: CLOCK })
    .where('id', '=', id)
    .execute()
  await publishComment(tx, id, row.post_id)
}

// Publishes the live events of a changed comment. Also publishes the post, because the office's list of posts
// shows the number of comments.
async function publishComment(tx: Tx, id: number, postId: number): Promise<void> {
  await publishEvent(tx, 'comment', { id })
  await publishEvent(tx, 'post', { id: postId, residents: false })
}
