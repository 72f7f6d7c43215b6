import { requireHonoured } from '@tahanan/contract/tickets/define-module.ts'
import { advertisement } from './advertisements/advertisement.ts'
import { amenity } from './amenities/amenity.ts'
import { memorandum } from './memorandums/memorandum.ts'
import { policyHeader } from './policies/policy-header.ts'
import { policy } from './policies/policy.ts'
import type { RecordKind } from './record-kind.ts'

/** Every kind of record that the office keeps. */
export const RECORD_KINDS: readonly RecordKind[] = [memorandum, policyHeader, policy, amenity, advertisement]

for (const { name, form } of RECORD_KINDS) requireHonoured({ name, fields: form.fields })
