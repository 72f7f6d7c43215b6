import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'

/** Key of the advisory lock that serializes creating and reordering policy headers. */
const ORDER_LOCK = 7_201_532

export interface HeaderPosition {
  readonly id: number
  /** Position, starting at 1. */
  readonly sequenceNumber: number
}

/**
 * Returns the position for a new policy header, after all others. Holds the lock until the transaction ends,
 * so that no two headers get the same position.
 */
export async function claimSequenceNumber(tx: Tx): Promise<number> {
  await lockOrder(tx)
  const { last } = await tx
    .selectFrom('policy_headers')
    .select((eb) => eb.fn.max('sequence_number').as('last'))
    .where('status', '<>', DELETED_STATUS)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Moves policy headers to the given positions and then numbers all headers from 1 (rules 9.19). Headers
 * without a given position keep their relative order. Of simultaneous calls the later one wins. Throws 400
 * for a duplicate position or header, and 404 for a deleted header.
 */
export async function reorderPolicyHeaders(
  tx: Tx,
  positions: readonly HeaderPosition[],
): Promise<HeaderPosition[]> {
  for (const key of ['id', 'sequenceNumber'] as const) {
    if (new Set(positions.map((position) => position[key])).size < positions.length)
      throw createInvalidInputError({ sequence: [`Two entries have the same ${key}.`] })
  }
  await lockOrder(tx)
  const currentHeaders = await tx
    .selectFrom('policy_headers')
    .select('id')
    .where('status', '<>', DELETED_STATUS)
    .orderBy('sequence_number')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const headerIds = arrangeHeaders(
    currentHeaders.map(({ id }) => id),
    positions,
  )
  await sql`update policy_headers h set sequence_number = place.n
    from unnest(${headerIds}::bigint[]) with ordinality as place (id, n)
    where h.id = place.id and h.sequence_number <> place.n`.execute(tx)
  const [first] = headerIds
  if (first !== undefined) await publishEvent(tx, 'record', { kind: 'policyHeader', id: first })
  return headerIds.map((id, index) => ({ id, sequenceNumber: index + 1 }))
}

function arrangeHeaders(currentIds: readonly number[], positions: readonly HeaderPosition[]): number[] {
  const placedIds = new Set(positions.map(({ id }) => id))
  const orderedIds = currentIds.filter((id) => !placedIds.has(id))
  if (orderedIds.length + placedIds.size !== currentIds.length) throw new PortalError('notFound')
  for (const { id, sequenceNumber } of positions.toSorted((a, b) => a.sequenceNumber - b.sequenceNumber))
    orderedIds.splice(sequenceNumber - 1, 0, id)
  return orderedIds
}

async function lockOrder(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ORDER_LOCK})`.execute(tx)
}
