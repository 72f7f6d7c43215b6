import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Conversation, Message } from '@tahanan/contract/conversation/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { mayWrite } from './policy.ts'
import type { findThread, MessageRow } from './repository.ts'
import type { Subject } from './subject.ts'

type Files = Pick<FileStore, 'presentFiles'>
type Reader = Pick<Actor, 'area' | 'id'>

/**
 * Presents a message. For residents, the author of an office message is 'PMO' instead of a name (rules 23.2).
 */
export function presentMessage(files: Files, reader: Reader, row: MessageRow): Static<typeof Message> {
  const isOffice = row.author_area === 'admin'
  return {
    id: row.id,
    author: {
      kind: isOffice ? 'pmo' : 'resident',
      name: isOffice && reader.area === 'client' ? 'PMO' : row.author_name,
      self: isAuthor(reader, row),
    },
    text: row.text,
    files: files.presentFiles(row.files),
    created_at: row.created_at.toISOString(),
  }
}

export const isAuthor = (reader: Reader, row: MessageRow): boolean =>
  row.author_area === reader.area && row.author_id === reader.id

/**
 * Presents a conversation with one page of its messages. Expects the messages newest first, and one more than
 * fits on a page if older messages exist.
 */
export function presentConversation(
  files: Files,
  actor: Actor,
  subject: Subject,
  { rows, thread }: { rows: readonly MessageRow[]; thread: Awaited<ReturnType<typeof findThread>> },
): Static<typeof Conversation> {
  const isOffice = actor.area === 'admin'
  return {
    ...toMessagePage(rows, (row) => presentMessage(files, actor, row)),
    seenId: (isOffice ? thread?.resident_seen_id : thread?.office_seen_id) ?? 0,
    waits: isOffice && thread?.waits === true,
    mayWrite: mayWrite(actor, subject),
  }
}

/**
 * Returns one page of messages, oldest first. Expects the rows newest first, and one row more than fits on a
 * page if older messages exist.
 */
export const toMessagePage = <Row, Shown>(rows: readonly Row[], presentRow: (row: Row) => Shown) => ({
  data: rows.slice(0, LIMITS.messages).toReversed().map(presentRow),
  more: rows.length > LIMITS.messages,
})
