import type { Actor } from '#platform/actor.ts'
import type { FileAccessCheck, FileAccessChecks } from '#platform/files/require-readable-file.ts'
import { isPermitted, type Policy } from '#platform/http/policy.ts'
import { RECORD_KINDS, type RecordKind } from '@tahanan/contract/records/index.ts'
import { findRecord } from './repository.ts'

/** Returns who may read records of a kind. Files and live events of the records use the same policy. */
export function getReadPolicy({ areas = ['client', 'admin'], page, extraReadPermissions = [] }: RecordKind) {
  return { areas, permission: [[page, 'view'], ...extraReadPermissions] } as const satisfies Policy
}

export const getReadableKinds = (actor: Actor, kinds = RECORD_KINDS): RecordKind[] =>
  kinds.filter((kind) => isPermitted(getReadPolicy(kind), actor))

/**
 * Functions that decide who may open a file of a record: the readers of the record, until it is deleted
 * (rules 6.11, 6.14).
 */
export const recordFileAccessChecks: FileAccessChecks = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind.name, createFileReader(kind)]),
)

function createFileReader(kind: RecordKind): FileAccessCheck {
  return async (db, actor, id) =>
    isPermitted(getReadPolicy(kind), actor) && (await findRecord(db, kind, id)) !== undefined
}
