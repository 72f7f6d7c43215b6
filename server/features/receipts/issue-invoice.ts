import { sql } from 'kysely'
import { loadDatabaseTime } from '#features/payments/save-payment.ts'
import type { AdminActor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-action.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { PortalError, requireFound } from '#platform/errors.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { InvoiceData } from '@tahanan/contract/billing/receipt.ts'
import { insertNumber, replaceNumber, toVoidMark, voidNumber, type VoidMark } from './register.ts'
import { claimNumber } from './series.ts'

/**
 * Issues an invoice for a charge in the ledger and returns its id. A charge has one valid invoice; a new one
 * is possible after it was voided (rules 18.6). Throws 404 if the ledger entry is not a charge, 409 if the
 * charge has a valid invoice, and the errors of `claimNumber`.
 */
export async function issueInvoice(
  tx: Tx,
  admin: AdminActor,
  entryId: number,
  timeZone: string,
): Promise<number> {
  const claimedNumber = await claimNumber(tx, 'invoice', timeZone)
  const charge = requireFound(await findCharge(tx, entryId))
  const latestInvoice = await findLatestInvoice(tx, entryId)
  if (latestInvoice && !latestInvoice.isVoid) throw new PortalError('alreadyDone')
  const { series, number } = claimedNumber
  const document: InvoiceData = {
    number,
    issuedAt: (await loadDatabaseTime(tx)).toISOString(),
    issuedBy: admin.name,
    timeZone,
    seller: {
      registeredName: series.registeredName,
      tin: series.tin,
      address: series.address,
      permit: series.permit,
      permitDate: series.permitDate ?? '',
      range: await findSeriesRange(tx, series.id),
    },
    buyer: { name: charge.uoccname, clientCode: charge.client_code, unitNumber: charge.unit_number },
    charge: { label: charge.label, date: charge.date, remarks: charge.remarks },
    amount: charge.amount,
  }
  const id = await insertNumber(tx, claimedNumber, {
    tenant_id: charge.tenant_id,
    entry_id: entryId,
    about: charge.label,
    amount: charge.amount,
    document: JSON.stringify(document),
  })
  if (latestInvoice) await replaceNumber(tx, latestInvoice.id, number)
  await publishEvent(tx, 'balances', { tenantIds: [charge.tenant_id], notificationIds: [] })
  return id
}

const findCharge = (tx: Tx, entryId: number) =>
  tx
    .selectFrom('ledger_entries as e')
    .innerJoin('tenants as t', 't.id', 'e.tenant_id')
    .select(['e.tenant_id', 'e.label', 'e.date', 'e.remarks', 'e.amount'])
    .select(['t.uoccname', 't.client_code', 't.unit_number'])
    .where('e.id', '=', entryId)
    .where('e.kind', '=', 'charge')
    .executeTakeFirst()

const findLatestInvoice = (tx: Tx, entryId: number) =>
  tx
    .selectFrom('issued_numbers as i')
    .leftJoin('void_numbers as v', 'v.number_id', 'i.id')
    .select(['i.id', sql<boolean>`v.number_id is not null`.as('isVoid')])
    .where('i.entry_id', '=', entryId)
    .orderBy('i.id', 'desc')
    .executeTakeFirst()

async function findSeriesRange(tx: Tx, seriesId: number): Promise<[string, string]> {
  const range = sql<[string, string]>`array[number_text(prefix, first), number_text(prefix, last)]`.as(
    'range',
  )
  const series = tx.selectFrom('number_series').select(range).where('id', '=', seriesId)
  return (await series.executeTakeFirstOrThrow()).range
}

export interface IssuedInvoice extends InvoiceData {
  readonly voided: VoidMark | null
}

export async function findInvoice(
  db: DbOrTx,
  id: number,
  tenantId: number | undefined,
): Promise<IssuedInvoice | undefined> {
  const issuedQuery = db
    .selectFrom('issued_numbers as i')
    .leftJoin('void_numbers as v', 'v.number_id', 'i.id')
    .select(['i.document', 'v.reason', 'v.at', 'v.replaced_by as replacedBy'])
    .where('i.id', '=', id)
  const ownQuery = tenantId === undefined ? issuedQuery : issuedQuery.where('i.tenant_id', '=', tenantId)
  const { document, ...mark } = (await ownQuery.executeTakeFirst()) ?? {}
  return document ? { ...document, voided: toVoidMark(mark) } : undefined
}

/**
 * Voids an invoice. Its number stays in use (rules 18.8). Throws 404, and 409 if the invoice is void already.
 */
export async function voidInvoice(tx: Tx, admin: AdminActor, id: number, remarks: string): Promise<void> {
  const numberQuery = tx.selectFrom('issued_numbers').select(['number', 'tenant_id'])
  const invoiceQuery = numberQuery.where('id', '=', id).where('document', 'is not', null)
  const foundInvoice = requireFound(await invoiceQuery.executeTakeFirst())
  await voidNumber(tx, id, { reason: 'Voided by the office', remarks, adminId: admin.id })
  await recordChange(tx, 'issued_numbers', {
    id,
    name: foundInvoice.number,
    detail: `Voided the invoice ${foundInvoice.number}. Remarks: ${remarks}`,
  })
  if (foundInvoice.tenant_id !== null)
    await publishEvent(tx, 'balances', { tenantIds: [foundInvoice.tenant_id], notificationIds: [] })
}
