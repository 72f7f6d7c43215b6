import { isDeepStrictEqual } from 'node:util'
import {
  notifyTenant,
  updateNotificationForAll,
  type AnnouncementTexts,
} from '#features/notifications/notify.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { getFileKeys, moveFiles, type FilesByField } from '#platform/files/claim-files.ts'
import type { FormBody } from '#platform/http/form-body.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { toParagraphs } from '#platform/mail/mail-content.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import { HOOKS } from './hooks.ts'
import { findRecord, insertRecord, markRecordAsDeleted, updateRecord, type RecordRow } from './repository.ts'

/**
 * Adds a record and returns its id. `values` are the validated fields of the form. A hook of the record's
 * kind may read further columns from `body`. Throws 400.
 */
export async function addRecord(
  tx: Tx,
  actor: AdminActor,
  kind: RecordKind,
  { values }: FormBody,
  body: Readonly<Details>,
): Promise<number> {
  const fields = toColumns(kind, values)
  const id = await insertRecord(tx, kind, fields, {
    ...(kind.hasAuthor && { post_by_id: actor.id }),
    ...(await HOOKS[kind.name]?.newColumns?.(tx, body)),
  })
  await moveFiles(tx, actor, { kind: kind.name, id }, {}, toFileKeys(kind, fields))
  if (kind.isAnnounced) await notifyTenant(tx, { ...toAnnouncement(kind, id, fields), tenantId: null })
  await publishEvent(tx, 'record', { kind: kind.name, id })
  return id
}

/**
 * Changes a record after locking it, so that a simultaneous change is not lost. Writes nothing if no value
 * differs. Throws 404, 400, and 409 for an outdated `updated_at`.
 */
export async function changeRecord(
  tx: Tx,
  actor: AdminActor,
  kind: RecordKind,
  id: number,
  { values, updatedAt }: FormBody,
): Promise<void> {
  const row = await lockRecord(tx, kind, id)
  requireNotOutdated(updatedAt, row.updated_at)
  const storedValues = toFormValues(kind, row)
  const changedValues = { ...storedValues, ...toColumns(kind, values) }
  if (isDeepStrictEqual(storedValues, changedValues)) return
  await updateRecord(tx, kind, id, changedValues)
  await HOOKS[kind.name]?.afterChange?.(tx, id, { before: storedValues, after: changedValues })
  await moveFiles(
    tx,
    actor,
    { kind: kind.name, id },
    toFileKeys(kind, storedValues),
    toFileKeys(kind, changedValues),
  )
  // Queued mails get the new texts (rules 23.20).
  if (kind.isAnnounced) await updateNotificationForAll(tx, toAnnouncement(kind, id, changedValues))
  await publishEvent(tx, 'record', { kind: kind.name, id })
}

/** Deletes a record. Throws 404, and the errors of the hook `beforeDelete` of its kind. */
export async function deleteRecord(tx: Tx, kind: RecordKind, id: number): Promise<void> {
  await lockRecord(tx, kind, id)
  await HOOKS[kind.name]?.beforeDelete?.(tx, id)
  await markRecordAsDeleted(tx, kind, id)
  await publishEvent(tx, 'record', { kind: kind.name, id })
}

const lockRecord = async (tx: Tx, kind: RecordKind, id: number): Promise<RecordRow> =>
  requireFound(await findRecord(tx, kind, id, { lock: true }))

function toAnnouncement(kind: RecordKind, id: number, values: Readonly<Details>): AnnouncementTexts {
  const { noun, path, titleField } = kind
  const recordTitle = String(values[titleField])
  return {
    kind: 'memorandum',
    brief: `New ${noun.one}`,
    title: `New ${noun.one}`,
    message: recordTitle,
    letter: {
      subject: `New ${noun.one}: ${recordTitle}`,
      paragraphs: toParagraphs(typeof values.description === 'string' ? values.description : ''),
      action: `Open the ${noun.one}`,
    },
    link: `/${path.many}?id=${id}`,
  }
}

/** Converts null in text fields to '', because the columns do not allow null. */
function toColumns({ form }: RecordKind, values: Readonly<Details>): Details {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === null && form.fields[key]?.kind === 'text' ? '' : value,
    ]),
  )
}

function toFormValues({ form }: RecordKind, row: RecordRow): Details {
  return Object.fromEntries(
    Object.keys(form.fields).map((key) => {
      const value = row[key]
      return [key, value instanceof Date ? value.toISOString() : value]
    }),
  )
}

function toFileKeys({ filesField }: RecordKind, values: Readonly<Details>): FilesByField {
  return { [filesField]: getFileKeys(values[filesField]) }
}
