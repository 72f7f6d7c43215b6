import type { Insertable, Selectable } from 'kysely'
import { createSubjectCondition } from '#features/conversation/repository.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

/**
 * Row of `internal_notes`. All queries of this table are in this file, and they may be used only for
 * administrators (rules 23.10).
 */
export type NoteRow = Selectable<DB['internal_notes']>

/**
 * Lists internal notes, newest first. Loads one row more than the page size, so that the caller knows whether
 * older notes exist.
 */
export const listNotes = (
  db: DbOrTx,
  subject: ConversationSubject,
  beforeId = Number.MAX_SAFE_INTEGER,
): Promise<NoteRow[]> =>
  db
    .selectFrom('internal_notes')
    .selectAll()
    .where(createSubjectCondition('internal_notes', subject))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(LIMITS.messages + 1)
    .execute()

export const findNotes = (db: DbOrTx, ids: readonly number[]): Promise<NoteRow[]> =>
  db.selectFrom('internal_notes').selectAll().where('id', '=', buildAnyOfIds(ids)).execute()

export async function insertNote(tx: Tx, note: Insertable<DB['internal_notes']>): Promise<number> {
  const { id } = await tx.insertInto('internal_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}
