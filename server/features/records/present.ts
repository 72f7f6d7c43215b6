import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import { filesFieldOf } from './record-kind.ts'
import type { RecordKind, RecordRow } from './record-kind.ts'

/** The record with signed links to its files. */
export function presentRecord<Row extends RecordRow>(
  files: Pick<FileStore, 'presentFiles'>,
  kind: RecordKind,
  row: Row,
): Row {
  const field = filesFieldOf(kind)
  return { ...row, [field]: files.presentFiles(row[field] as FileRef[]) }
}
