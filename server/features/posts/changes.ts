import { isDeepStrictEqual } from 'node:util'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { fileKeys, moveFiles, type FilesByField } from '#platform/files/ownership.ts'
import { readFormBody } from '#platform/http/form-body.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { postForm } from '@tahanan/contract/content/post.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { richTextImages } from '@tahanan/contract/rich-text.ts'
import { announce } from './announce.ts'
import {
  columnsOf,
  findPost,
  insertPost,
  lockPost,
  updatePost,
  type PostFields,
  type PostRow,
} from './repository.ts'

/** Publishes a post with the checked values of its form, at once or from its `startDate` on (rules 9.2). Answers its id. */
export async function createPost(tx: Tx, actor: AdminActor, values: Readonly<Details>): Promise<number> {
  const fields = asFields(values)
  const id = await insertPost(tx, actor.id, fields)
  await moveFiles(tx, actor, { kind: 'post', id }, {}, filesOf(fields))
  await announce(tx, [id])
  await tellOf(tx, id, false)
  return id
}

/**
 * Changes the fields that the body names. The row is locked first, so of two changes that come at once the second sees the
 * first, and is told (409) where it names an older `updated_at`. Throws 400, 404 or 409; a change of nothing writes nothing.
 */
export async function changePost(
  tx: Tx,
  actor: AdminActor,
  id: number,
  body: Readonly<Details>,
  timeZone: string,
): Promise<void> {
  const row = requireFound(await lockPost(tx, id))
  const before = fieldsOf(row)
  const read = { action: 'update', timeZone, stored: { ...before } } as const
  const { values, updatedAt } = readFormBody(postForm, body, read)
  requireCurrent(updatedAt, row.updated_at)
  const after = asFields({ ...before, ...values })
  if (isDeepStrictEqual(before, after)) return
  await updatePost(tx, id, columnsOf(after))
  await moveFiles(tx, actor, { kind: 'post', id }, filesOf(before), filesOf(after))
  await announce(tx, [id])
  await tellOf(tx, id, row.shown === 'shown')
}

/** Deletes a post softly: nobody reads its comments and pictures any more. Throws 404 when it is gone already. */
export async function deletePost(tx: Tx, id: number): Promise<void> {
  const row = requireFound(await lockPost(tx, id))
  await updatePost(tx, id, { status: 0, turns_at: null })
  await tell(tx, 'post', { id, residents: row.shown === 'shown' })
}

/** Approves a post, once and for all (rules 9.5): 409 the second time, or when it changed after it was looked at. */
export async function approvePost(
  tx: Tx,
  actor: AdminActor,
  id: number,
  seen: Date | undefined,
): Promise<void> {
  const row = requireFound(await lockPost(tx, id))
  if (row.approvedById !== null) throw new PortalError('alreadyDone')
  requireCurrent(seen, row.updated_at)
  await updatePost(tx, id, { approved_by_id: actor.id, approval_date: CLOCK })
  await tellOf(tx, id, row.shown === 'shown')
}

/** Tells open lists of a changed post, residents' too where they could read it before, or can now. */
async function tellOf(tx: Tx, id: number, wasShown: boolean): Promise<void> {
  const residents = wasShown || (await findPost(tx, 'resident', id)) !== undefined
  await tell(tx, 'post', { id, residents })
}

/** The checked values of the form; a switch that was sent empty is on, as it is in the form. */
function asFields(values: Readonly<Details>): PostFields {
  return { ...(values as unknown as PostFields), enableMessaging: values.enableMessaging === 0 ? 0 : 1 }
}

function fieldsOf({ startDate, endDate, ...row }: PostRow): PostFields {
  const { title, description, type, attachedUrl, image, content, enableMessaging } = row
  const shown = { startDate: startDate?.toISOString() ?? null, endDate: endDate?.toISOString() ?? null }
  return { title, description, type, attachedUrl, image, content, enableMessaging, ...shown }
}

const filesOf = ({ image, content }: Pick<PostFields, 'image' | 'content'>): FilesByField => ({
  image: fileKeys(image),
  content: richTextImages(content),
})
