/** To add a kind of record, add a file in `kinds/` and two lines here. */
import type { AnyRecordKind } from './define-record-kind.ts'
import { advertisement } from './kinds/advertisement.ts'
import { amenity } from './kinds/amenity.ts'
import { memorandum } from './kinds/memorandum.ts'
import { policyHeader } from './kinds/policy-header.ts'
import { policy } from './kinds/policy.ts'

const KIND_DEFINITIONS = [memorandum, policyHeader, policy, amenity, advertisement] as const
type KnownRecordKind = (typeof KIND_DEFINITIONS)[number]

export type RecordName = KnownRecordKind['name']
export type RecordTable = KnownRecordKind['table']

export interface RecordKind extends AnyRecordKind {
  readonly name: RecordName
  readonly table: RecordTable
  readonly reset: AnyRecordKind['reset'] & { readonly group: KnownRecordKind['reset']['group'] }
}

export const RECORD_KINDS: readonly RecordKind[] = KIND_DEFINITIONS

export function mapRecordKinds<Key extends string, Value>(
  getKey: (kind: RecordKind) => Key,
  getValue: (kind: RecordKind) => Value,
): Record<Key, Value> {
  return Object.fromEntries(RECORD_KINDS.map((kind) => [getKey(kind), getValue(kind)])) as Record<Key, Value>
}
