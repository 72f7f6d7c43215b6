import type { FileReader, FileReaders } from '../../platform/files/access.ts'
import { permits } from '../../platform/http/policy.ts'
import { RECORD_KINDS } from './kinds.ts'
import type { RecordKind } from './record-kind.ts'
import { findRecord } from './repository.ts'

/** Who may open a record's files: whoever may read the record, as long as it was not deleted (rules 6.11, 6.14). */
export const recordFileReaders: FileReaders = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind.name, readerOf(kind)]),
)

function readerOf(kind: RecordKind): FileReader {
  return async (db, actor, id) =>
    permits(kind.readers, actor) && (await findRecord(db, kind, id)) !== undefined
}
