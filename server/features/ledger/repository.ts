import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '#platform/actor.ts'
import type { ViewedRows } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { PortalError } from '#platform/errors.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import type { LedgerKind } from '@tahanan/contract/billing/ledger.ts'

export type LedgerEntryRow = Awaited<ReturnType<typeof listLedgerEntries>>['rows'][number]

/** Selects the latest invoice of entry `e`. Earlier invoices of the same entry are void. */
const LATEST_INVOICE = sql<LedgerEntry['invoice']>`(
  select jsonb_build_object('id', i.id, 'number', i.number, 'isVoid', v.number_id is not null)
  from issued_numbers i left join void_numbers v on v.number_id = i.id
  where i.entry_id = e.id order by i.id desc limit 1)`

/**
 * Selects entries with the running balance, which follows the order of their dates, not of their creation
 * (rules 16.1).
 */
const selectLedgerEntries = (db: DbOrTx, tenantId: number | RawBuilder<number>) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('ledger_entries')
        .selectAll()
        .select(sql<number>`sum(amount) over (order by kind <> 'opening', date, n)`.as('running'))
        .where('tenant_id', '=', tenantId)
        .as('e'),
    )
    .leftJoin('admins as a', 'a.id', 'e.admin_id')
    .select(['e.id', 'e.date', 'e.due_date as dueDate', 'e.label', 'e.reference', 'e.remarks'])
    .select(['e.amount', 'e.running as balance', 'e.payment_id as paymentId', 'a.name as by'])
    .select([sql<LedgerKind>`e.kind`.as('kind'), LATEST_INVOICE.as('invoice')])

export function listLedgerEntries(db: DbOrTx, tenantId: number, page: Pick<Page, 'limit' | 'offset'>) {
  const isLater = sql<boolean>`e.kind <> 'opening'`
  const entries = selectLedgerEntries(db, tenantId)
    .orderBy(isLater, 'desc')
    .orderBy('e.date', 'desc')
    .orderBy('e.n', 'desc')
  return findPageWithTotal(db, entries, page)
}

export function requireLedgerEntry(db: DbOrTx, id: number): Promise<LedgerEntryRow> {
  const tenant = sql<number>`(select tenant_id from ledger_entries where id = ${id})`
  return selectLedgerEntries(db, tenant).where('e.id', '=', id).executeTakeFirstOrThrow()
}

export async function findBalance(db: DbOrTx, tenantId: number): Promise<number | undefined> {
  const balanceQuery = db.selectFrom('ledgers').select('balance').where('tenant_id', '=', tenantId)
  return (await balanceQuery.executeTakeFirst())?.balance
}

export const requireTenantName = (db: DbOrTx, tenantId: number) =>
  db
    .selectFrom('tenants')
    .select(['client_code as clientCode', 'uoccname'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

/**
 * Builds the audit log's text about a viewed ledger. The log records every view by the office (rules 12.19).
 */
export async function describeLedgerView(db: DbOrTx, tenantId: number, detail: string): Promise<ViewedRows> {
  const { clientCode } = await requireTenantName(db, tenantId)
  return { subject: 'tenants', records: [{ id: tenantId, name: clientCode }], detail }
}

/**
 * Returns the balance of a tenant's ledger. Throws 404 for an unknown tenant. Also throws 404 if the actor is
 * a resident and asks for another tenant.
 */
export async function requireLedger(db: DbOrTx, actor: Actor, tenantId: number): Promise<number> {
  const isReadable = actor.area !== 'client' || actor.id === tenantId
  const balance = isReadable ? await findBalance(db, tenantId) : undefined
  if (balance === undefined) throw new PortalError('notFound')
  return balance
}
