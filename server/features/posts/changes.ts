import { isDeepStrictEqual } from 'node:util'
import { requirePermission, type AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { getFileKeys, moveFiles, type FilesByField } from '#platform/files/claim-files.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { postForm } from '@tahanan/contract/content/post.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { listRichTextImages } from '@tahanan/contract/rich-text.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { announcePosts, updateAnnouncement } from './announce-posts.ts'
import {
  toColumns,
  findPost,
  insertPost,
  lockPost,
  updatePost,
  type PostFields,
  type PostRow,
} from './repository.ts'

/**
 * Publishes a post, visible now or from its `startDate` (rules 9.2). `values` have been validated by the
 * form.
 */
export async function createPost(tx: Tx, actor: AdminActor, values: Readonly<Details>): Promise<number> {
  const fields = toPostFields(values)
  requireUrgencyPermission(actor, fields)
  const id = await insertPost(tx, actor.id, fields)
  await moveFiles(tx, actor, { kind: 'post', id }, {}, toFilesByField(fields))
  await announcePosts(tx, [id])
  await publishPost(tx, id, false)
  return id
}

/**
 * Changes a post after locking it, so that a simultaneous change is not lost. Throws 400, 404, and 409 for an
 * outdated `updated_at`. Writes nothing if no value differs.
 */
export async function changePost(
  tx: Tx,
  actor: AdminActor,
  id: number,
  body: Readonly<Details>,
  timeZone: string,
): Promise<void> {
  const row = requireFound(await lockPost(tx, id))
  const storedFields = toStoredFields(row)
  const parseOptions = { action: 'update', timeZone, storedValues: { ...storedFields } } as const
  const { values, updatedAt } = parseFormBody(postForm, body, parseOptions)
  requireNotOutdated(updatedAt, row.updated_at)
  const changedFields = toPostFields({ ...storedFields, ...values })
  if (isDeepStrictEqual(storedFields, changedFields)) return
  requireUrgencyPermission(actor, changedFields, row)
  await updatePost(tx, id, toColumns(changedFields))
  await moveFiles(
    tx,
    actor,
    { kind: 'post', id },
    toFilesByField(storedFields),
    toFilesByField(changedFields),
  )
  if (row.announced) await updateAnnouncement(tx, { ...changedFields, id })
  await announcePosts(tx, [id])
  await publishPost(tx, id, row.shown === 'shown')
}

/** Deletes a post, which also hides its comments and pictures. Throws 404 if the post is deleted already. */
export async function deletePost(tx: Tx, id: number): Promise<void> {
  const row = requireFound(await lockPost(tx, id))
  await updatePost(tx, id, { status: RECORD_STATUS.deleted, turns_at: null })
  await publishEvent(tx, 'post', { id, residents: row.shown === 'shown' })
}

/** Approves a post (rules 9.5). Throws 409 if it is approved already, or changed since the caller read it. */
export async function approvePost(
  tx: Tx,
  actor: AdminActor,
  id: number,
  lastSeen: Date | undefined,
): Promise<void> {
  const row = requireFound(await lockPost(tx, id))
  if (row.approvedById !== null) throw new PortalError('alreadyDone')
  requireNotOutdated(lastSeen, row.updated_at)
  await updatePost(tx, id, { approved_by_id: actor.id, approval_date: CLOCK })
  await publishPost(tx, id, row.shown === 'shown')
}

/**
 * Throws 403 if the actor may not change whether the post is urgent. Throws 400 if residents were already
 * notified of the post: they are notified only once, so the change would have no effect (rules 9.3).
 */
function requireUrgencyPermission(actor: AdminActor, newFields: PostFields, storedPost?: PostRow): void {
  if (newFields.urgent === (storedPost?.urgent ?? 0)) return
  requirePermission(actor, 'announcements', 'approve')
  if (newFields.urgent === 1 && storedPost?.announced === true)
    throw createInvalidInputError({ urgent: ['Residents were notified of this post already.'] })
}

async function publishPost(tx: Tx, id: number, wasShown: boolean): Promise<void> {
  const isForResidents = wasShown || (await findPost(tx, 'resident', id)) !== undefined
  await publishEvent(tx, 'post', { id, residents: isForResidents })
}

function toPostFields(values: Readonly<Details>): PostFields {
  return {
    ...(values as unknown as PostFields),
    enableMessaging: values.enableMessaging === 0 ? 0 : 1,
    urgent: values.urgent === 1 ? 1 : 0,
  }
}

function toStoredFields({ startDate, endDate, ...row }: PostRow): PostFields {
  const { title, description, type, attachedUrl, image, content, enableMessaging, urgent } = row
  const shownPeriod = { startDate: startDate?.toISOString() ?? null, endDate: endDate?.toISOString() ?? null }
  return { title, description, type, attachedUrl, image, content, enableMessaging, urgent, ...shownPeriod }
}

const toFilesByField = ({ image, content }: Pick<PostFields, 'image' | 'content'>): FilesByField => ({
  image: getFileKeys(image),
  content: listRichTextImages(content),
})
