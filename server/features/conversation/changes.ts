import type { Tx } from '#platform/db/client.ts'
import { claimFiles, getFileKeys } from '#platform/files/claim-files.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { messageForm } from '@tahanan/contract/conversation/message-form.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { notifyMessage, markSubjectNotificationsAsRead } from './notify-message.ts'
import { requireWriter } from './policy.ts'
import {
  insertMessage,
  markThreadAsSeen,
  openThread,
  markThreadAsSettled,
  type MessageRow,
} from './repository.ts'
import { lockSubject, requireSubject, type Author } from './subject.ts'

export function parseMessageBody(body: Readonly<Details>, timeZone: string) {
  const { text, files } = parseFormBody(messageForm, body, { action: 'create', timeZone }).values
  return { text: (text as string | null) ?? '', files: files as FileRef[] }
}
export type MessageContent = ReturnType<typeof parseMessageBody>

export const toMessageColumns = (actor: Author, { text, files }: MessageContent) => ({
  author_id: actor.id,
  author_name: actor.name,
  text,
  files: JSON.stringify(files),
})

/**
 * Adds a message and notifies the other side, resident or office (rules 23.1, 23.5). Throws 404, 403, and 400
 * for a file that the author did not upload.
 */
export async function sendMessage(
  tx: Tx,
  actor: Author,
  subjectName: ConversationSubject,
  content: MessageContent,
): Promise<MessageRow> {
  const subject = await lockSubject(tx, actor, subjectName)
  requireWriter(actor, subject)
  const threadId = await openThread(tx, subject)
  const row = await insertMessage(tx, {
    thread_id: threadId,
    author_area: actor.area,
    ...toMessageColumns(actor, content),
  })
  await claimFiles(tx, actor, { kind: 'message', id: row.id }, getFileKeys(content.files), 'files')
  await notifyMessage(tx, actor, subject, content)
  await publishEvent(tx, 'message', { threadId, id: row.id })
  return row
}

export async function markMessagesAsRead(
  tx: Tx,
  actor: Author,
  subjectName: ConversationSubject,
): Promise<void> {
  const subject = await requireSubject(tx, actor, subjectName)
  const seenThread = await markThreadAsSeen(tx, subject, actor.area)
  if (seenThread) await publishEvent(tx, 'message', { threadId: seenThread.id, id: null })
  await markSubjectNotificationsAsRead(tx, actor, subject)
}

/** Marks a conversation as settled: the resident no longer waits for an answer. Throws 404 and 403. */
export async function markConversationAsSettled(
  tx: Tx,
  actor: Author,
  subjectName: ConversationSubject,
): Promise<void> {
  const subject = await requireSubject(tx, actor, subjectName)
  requireWriter(actor, subject)
  const settledThread = await markThreadAsSettled(tx, subject)
  if (settledThread) await publishEvent(tx, 'message', { threadId: settledThread.id, id: null })
}
