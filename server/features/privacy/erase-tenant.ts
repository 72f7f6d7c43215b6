import { sql, type RawBuilder } from 'kysely'
import { deleteTenant } from '#features/tenants/changes.ts'
import type { Tx } from '#platform/db/client.ts'
import type { Person } from '@tahanan/contract/forms/fields.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { createAuthorCondition, createTenantCondition } from './create-tenant-condition.ts'
import { emptyTicketFields } from './empty-ticket-fields.ts'
import { allowErasure, eraseRows, releaseErasedFiles, type ErasureResult } from './erase-rows.ts'
import { reduceAuditEntries } from './reduce-audit-log.ts'

const ERASED_PEOPLE: readonly Person[] = ['tenant', 'household', 'visitor', 'worker']

export const formatErasedLabel = (id: number): string => `Erased tenant ${id}`

/**
 * Erases a tenant in one transaction. Closes the account, releases its files for deletion, and removes or
 * replaces personal data in each table as `PERSONAL_TABLES` says. Accounting records stay (rules 26.3). Can
 * be repeated.
 */
export async function eraseTenant(tx: Tx, id: number): Promise<ErasureResult> {
  await allowErasure(tx)
  const { status } = await tx
    .selectFrom('tenants')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status !== RECORD_STATUS.deleted) await deleteTenant(tx, id)
  const erasedRowCounts: Record<string, number> = {}
  const keys: string[] = []
  await reduceAuditEntries(tx, await createAuditCondition(tx, id))
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'module', 'ticket_number', 'details'])
    .where('tenant_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ticketResult = await emptyTicketFields(
    tx,
    tickets,
    ({ personal }) => personal !== undefined && personal !== 'nobody',
  )
  keys.push(...ticketResult.keys)
  for (const [table, { tenant }] of Object.entries(PERSONAL_TABLES)) {
    if (!tenant) continue
    const tableResult = await eraseRows(tx, table, createTenantCondition(table, id), {
      people: ERASED_PEOPLE,
      label: formatErasedLabel(id),
      tenantId: id,
    })
    erasedRowCounts[table] = tableResult.rows
    keys.push(...tableResult.keys)
  }
  erasedRowCounts['ticket_events'] =
    (erasedRowCounts['ticket_events'] ?? 0) + (await eraseAuthorNames(tx, id))
  const uploads = await tx
    .selectFrom('files')
    .select('key')
    .where('uploader_area', '=', 'client')
    .where('uploader_id', '=', id)
    .where('owner_id', 'is', null)
    .execute()
  keys.push(...uploads.map(({ key }) => key))
  erasedRowCounts['tickets'] = Math.max(erasedRowCounts['tickets'] ?? 0, ticketResult.emptiedFields.size)
  await releaseErasedFiles(tx, keys)
  return { rows: erasedRowCounts, keys }
}

/** Replaces the tenant's name in the history of tickets that the office moved to another tenant. */
async function eraseAuthorNames(tx: Tx, id: number): Promise<number> {
  const label = formatErasedLabel(id)
  const updateResult = await sql`update ticket_events set actor_name = ${label}
    where ${createAuthorCondition('actor', id)} and actor_name <> ${label}`.execute(tx)
  return Number(updateResult.numAffectedRows ?? 0)
}

async function createAuditCondition(tx: Tx, id: number): Promise<RawBuilder<boolean>> {
  const listIds = async (table: string) => {
    const idResult = await sql<{ id: string }>`
      select id::text as id from ${sql.table(table)} where ${createTenantCondition(table, id)}`.execute(tx)
    return idResult.rows.map((row) => row.id)
  }
  const auditSubjects = ['tickets', 'payments', 'comments', 'bank_lines', 'deliveries']
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`(subject = 'tenants' and subject_id = ${String(id)})`,
    sql<boolean>`(actor_area = 'client' and actor_id = ${id})`,
  ]
  for (const subject of auditSubjects)
    conditions.push(
      sql<boolean>`(subject = ${subject} and subject_id = any(${await listIds(subject)}::text[]))`,
    )
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}
