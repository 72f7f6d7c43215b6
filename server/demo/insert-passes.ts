import { updatePass } from '#features/passes/changes.ts'
import type { Tx } from '#platform/db/client.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getStartOfDay } from '@tahanan/contract/time.ts'
import type { DemoClock } from './demo-clock.ts'
import type { InsertedTicket } from './insert-tickets.ts'

/** Inserts gate passes for visits that end today or later. Earlier visits need no pass. */
export async function insertPasses(
  tx: Tx,
  tickets: readonly InsertedTicket[],
  { now, timeZone }: DemoClock,
): Promise<void> {
  const today = getStartOfDay(now, timeZone).toISOString()
  for (const { id, module, row } of tickets) {
    const validUntil = module.pass && row.details[module.pass.to]
    if (typeof validUntil !== 'string' || validUntil < today) continue
    const ticketAfter = { tenantId: row.tenant_id, status: row.status, details: row.details }
    await updatePass(tx, module, id, {
      before: { ...ticketAfter, status: STATUS.approval },
      after: ticketAfter,
      timeZone,
    })
  }
}
