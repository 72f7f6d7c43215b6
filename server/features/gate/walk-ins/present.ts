import type { Static } from 'typebox'
import { listPhones } from '#features/tenants/find-contact.ts'
import type { WalkIn } from '@tahanan/contract/gate/answers.ts'
import type { WalkInRow } from './repository.ts'

export function presentWalkIn(row: WalkInRow, reader: 'resident' | 'gate'): Static<typeof WalkIn> {
  const { id, name, purpose, plate, people, state } = row
  const isGate = reader === 'gate'
  return {
    id,
    name,
    purpose,
    plate,
    people,
    unitNumber: row.unit_number,
    gate: row.gate ?? '',
    state,
    answeredBy: row.answered_by,
    answeredAt: row.answered_at,
    secondsLeft: row.seconds_left,
    created_at: row.created_at,
    phones: isGate && state === 'call' ? listPhones(row) : [],
    code: isGate ? row.code : null,
  }
}
