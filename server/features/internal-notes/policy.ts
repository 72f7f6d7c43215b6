import { toSubject } from '#features/conversation/repository.ts'
import { findSubject } from '#features/conversation/subject.ts'
import { hasPermission, type Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { findNotes } from './repository.ts'

/**
 * Returns whether the actor may read the files of an internal note: only administrators who may view the page
 * of the note's record (rules 23.10).
 */
export async function mayReadNoteFile(db: DbOrTx, actor: Actor, noteId: number): Promise<boolean> {
  if (actor.area !== 'admin') return false
  const [note] = await findNotes(db, [noteId])
  const subject = note && (await findSubject(db, toSubject(note)))
  return subject !== undefined && hasPermission(actor, subject.page, 'view')
}
