import { sql } from 'kysely'
import { getOfficeLink, getResidentLink } from '#features/tickets/ticket-notifications.ts'
import type { Tx } from '#platform/db/client.ts'
import type { Person } from '@tahanan/contract/forms/fields.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import { emptyTicketFields } from './empty-ticket-fields.ts'
import { allowErasure, eraseRows, releaseErasedFiles, type ErasureResult } from './erase-rows.ts'
import { reduceAuditEntries } from './reduce-audit-log.ts'

const ERASED_PEOPLE: readonly Person[] = ['visitor', 'worker']

export interface VisitorRecords {
  readonly ticketIds: readonly number[]
  readonly walkInIds: readonly number[]
  /** Gate entries without a ticket and a walk-in, such as of a person who was refused. */
  readonly gateEventIds: readonly number[]
}

/**
 * Erases personal data of visitors and workers in the given tickets and walk-ins (visits without a pass), in
 * their gate passes and gate entries, and in the given gate entries. Releases their files for deletion. Deletes
 * the notifications about them. The tenant's own data stays. Can be repeated.
 */
export async function eraseVisitor(
  tx: Tx,
  { ticketIds, walkInIds, gateEventIds }: VisitorRecords,
): Promise<ErasureResult> {
  await allowErasure(tx)
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'module', 'ticket_number', 'details', 'tenant_id'])
    .where('id', '=', sql<number>`any(${ticketIds}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ticketResult = await emptyTicketFields(
    tx,
    tickets,
    ({ personal }) => personal === 'visitor' || personal === 'worker',
  )
  const erasedRowCounts: Record<string, number> = { tickets: ticketResult.emptiedFields.size }
  const keys = [...ticketResult.keys]
  const recordsCondition = sql<boolean>`(ticket_id = any(${ticketIds}::bigint[])
    or walk_in_id = any(${walkInIds}::bigint[]))`
  for (const [table, condition] of [
    ['gate_events', sql<boolean>`(${recordsCondition} or id = any(${gateEventIds}::bigint[]))`],
    ['gate_passes', recordsCondition],
    ['walk_ins', sql<boolean>`id = any(${walkInIds}::bigint[])`],
  ] as const) {
    const tableResult = await eraseRows(tx, table, condition, { people: ERASED_PEOPLE, label: '' })
    erasedRowCounts[table] = tableResult.rows
    keys.push(...tableResult.keys)
  }
  erasedRowCounts['notifications'] = await removeNotifications(tx, tickets, { walkInIds, gateEventIds })
  await reduceAuditEntries(
    tx,
    sql<boolean>`(subject = 'tickets' and subject_id = any(${ticketIds.map(String)}::text[]))`,
  )
  await releaseErasedFiles(tx, keys)
  return { rows: erasedRowCounts, keys }
}

async function removeNotifications(
  tx: Tx,
  tickets: readonly { id: number; module: string; tenant_id: number }[],
  { walkInIds, gateEventIds }: Pick<VisitorRecords, 'walkInIds' | 'gateEventIds'>,
): Promise<number> {
  const links = tickets.flatMap(({ id, module }) =>
    isKnownModule(module)
      ? [getOfficeLink(getModule(module), id), getResidentLink(getModule(module), id)]
      : [],
  )
  const { rows: hosts } = await sql<{ tenant_id: number }>`
    select tenant_id from walk_ins where id = any(${walkInIds}::bigint[]) and tenant_id is not null
    union select tenant_id from gate_events
      where id = any(${gateEventIds}::bigint[]) and tenant_id is not null`.execute(tx)
  const hostTenantIds = [...tickets, ...hosts].map(({ tenant_id: id }) => id)
  const { numAffectedRows } = await sql`delete from notifications where link = any(${links}::text[])
    or (kind = 'gate' and (tenant_id = any(${hostTenantIds}::bigint[]) or subject_tenant_id = any(${hostTenantIds}::bigint[])))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
