import type { FileStore } from '#platform/files/store/file-store.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import type { RecordRow } from './repository.ts'

export function presentRecord<Row extends RecordRow>(
  files: Pick<FileStore, 'presentFiles'>,
  { filesField }: RecordKind,
  row: Row,
): Row {
  return { ...row, [filesField]: files.presentFiles(row[filesField] as FileRef[]) }
}
