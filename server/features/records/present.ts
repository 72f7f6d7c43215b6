import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { Time } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import type { FileStore } from '../../platform/files/store/store.ts'
import { filesFieldOf } from './record-kind.ts'
import type { RecordKind } from './record-kind.ts'
import type { RecordRow } from './repository.ts'
import { answerOf } from '../../platform/http/field-schemas.ts'

/** Schema of a record of a kind; `more` are the fields of its own area. */
export function recordAnswer(kind: RecordKind, more: Record<string, TSchema> = {}) {
  const fields = Object.entries(kind.form.fields).map(([key, field]) => [key, answerOf(field)])
  const columns = Object.keys(kind.columns ?? {}).map((key) => [key, Type.Integer()])
  return Type.Unsafe<RecordRow>(
    Type.Object({
      id: Type.Integer(),
      ...(Object.fromEntries([...columns, ...fields]) as Record<string, TSchema>),
      status: Type.Integer(),
      created_at: Time,
      updated_at: Time,
      ...more,
    }),
  )
}

/** The record with signed links to its files. */
export function presentRecord<Row extends RecordRow>(
  files: Pick<FileStore, 'presentFiles'>,
  kind: RecordKind,
  row: Row,
): Row {
  const field = filesFieldOf(kind)
  return { ...row, [field]: files.presentFiles(row[field] as FileRef[]) }
}
