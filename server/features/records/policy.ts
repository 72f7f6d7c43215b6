import type { Actor } from '#platform/actor.ts'
import type { FileReader, FileReaders } from '#platform/files/require-readable.ts'
import { permits, type Policy } from '#platform/http/policy.ts'
import { RECORD_KINDS, type RecordKind } from '@tahanan/contract/records/index.ts'
import { findRecord } from './repository.ts'

/**
 * Returns the policy for reading records of a kind. The same policy applies to their files and live events.
 */
export function getReadPolicy({ areas = ['client', 'admin'], page, alsoReadBy = [] }: RecordKind) {
  return { areas, permission: [[page, 'view'], ...alsoReadBy] } as const satisfies Policy
}

export const getReadableKinds = (actor: Actor, kinds = RECORD_KINDS): RecordKind[] =>
  kinds.filter((kind) => permits(getReadPolicy(kind), actor))

/**
 * Functions that decide who may open a file of a record: the readers of the record, until it is deleted
 * (rules 6.11, 6.14).
 */
export const recordFileReaders: FileReaders = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind.name, createFileReader(kind)]),
)

function createFileReader(kind: RecordKind): FileReader {
  return async (db, actor, id) =>
    permits(getReadPolicy(kind), actor) && (await findRecord(db, kind, id)) !== undefined
}
