import type { Static } from 'typebox'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { InternalNote } from '@tahanan/contract/conversation/answers.ts'
import type { NoteRow } from './repository.ts'

export function presentNote(
  files: Pick<FileStore, 'presentFiles'>,
  adminId: number,
  row: NoteRow,
): Static<typeof InternalNote> {
  return {
    id: row.id,
    author: { name: row.author_name, self: row.author_id === adminId },
    text: row.text,
    files: files.presentFiles(row.files),
    created_at: row.created_at.toISOString(),
  }
}
