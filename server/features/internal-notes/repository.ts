import type { Insertable, Selectable } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { anyIdOf } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

/** The only queries of `internal_notes`; callers read them for administrators alone (rules 23.10). */
export type NoteRow = Selectable<DB['internal_notes']>

/** Lists the newest notes about a record, newest first, with one more than a page. */
export function listNotes(
  db: DbOrTx,
  { kind, id }: ConversationSubject,
  before: number | undefined,
): Promise<NoteRow[]> {
  const notes = db
    .selectFrom('internal_notes')
    .selectAll()
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(LIMITS.messages + 1)
  if (kind === 'ticket') return notes.where('ticket_id', '=', id).execute()
  if (kind === 'payment') return notes.where('payment_id', '=', id).execute()
  return notes
    .where('tenant_id', '=', id)
    .where('ticket_id', 'is', null)
    .where('payment_id', 'is', null)
    .execute()
}

/** Finds notes by id. */
export const findNotes = (db: DbOrTx, ids: readonly number[]): Promise<NoteRow[]> =>
  db.selectFrom('internal_notes').selectAll().where('id', '=', anyIdOf(ids)).execute()

export async function insertNote(tx: Tx, note: Insertable<DB['internal_notes']>): Promise<number> {
  const { id } = await tx.insertInto('internal_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}
