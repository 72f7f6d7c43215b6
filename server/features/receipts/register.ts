import { sql, type InferResult, type Insertable } from 'kysely'
import type { Static } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import type { IssuedNumbers } from '#platform/db/generated.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { PortalError } from '#platform/errors.ts'
import type { Page } from '#platform/http/list-query.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'

type NumberPurpose = Omit<Insertable<IssuedNumbers>, 'series_id' | 'n' | 'number'>

export async function insertNumber(
  tx: Tx,
  { series, n, number }: { series: { id: number }; n: number; number: string },
  purpose: NumberPurpose,
): Promise<number> {
  const row = { series_id: series.id, n, number, ...purpose }
  const insertQuery = tx.insertInto('issued_numbers').values(row).returning('id')
  return (await insertQuery.executeTakeFirstOrThrow()).id
}

/**
 * Marks a receipt or invoice number as void, which cannot be undone. Throws `alreadyDone` (409) if the
 * number is void already. If several calls run at the same time, only one succeeds.
 */
export async function voidNumber(
  tx: Tx,
  id: number,
  { reason, remarks, adminId }: { reason: string; remarks: string; adminId: number },
): Promise<void> {
  const voidColumns = { number_id: id, reason, remarks, admin_id: adminId }
  const insert = tx
    .insertInto('void_numbers')
    .values(voidColumns)
    .onConflict((conflict) => conflict.doNothing())
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new PortalError('alreadyDone')
}

/** Stores the number that replaces a void number. Returns false if a replacement was stored before. */
export async function replaceNumber(tx: Tx, id: number, replacedBy: string): Promise<boolean> {
  const updateQuery = tx
    .updateTable('void_numbers')
    .set('replaced_by', replacedBy)
    .where('replaced_by', 'is', null)
  return (await updateQuery.where('number_id', '=', id).executeTakeFirstOrThrow()).numUpdatedRows > 0n
}

export interface VoidMark {
  readonly reason: string
  readonly at: Date
  readonly replacedBy: string | null
}

/** Returns why and when a number became void; null for a valid number, which has no row in `void_numbers`. */
export function toVoidMark(row: { [Key in keyof VoidMark]?: VoidMark[Key] | null }): VoidMark | null {
  const { reason, at, replacedBy = null } = row
  return reason && at ? { reason, at, replacedBy } : null
}

const selectNumbers = (db: DbOrTx) =>
  db
    .selectFrom('issued_numbers as i')
    .leftJoin('void_numbers as v', 'v.number_id', 'i.id')
    .leftJoin('tenants as t', 't.id', 'i.tenant_id')
    .leftJoin('admins as a', 'a.id', 'v.admin_id')
    .select(['i.id', 'i.n', 'i.number', 'i.at', 'i.about', 'i.amount', 'i.payment_id as paymentId'])
    .select(['i.tenant_id as tenantId', 't.client_code as clientCode', 't.uoccname'])
    .select(sql<boolean>`i.document is not null`.as('isInvoice'))
    .select(['v.reason', 'v.remarks', 'v.replaced_by as replacedBy', 'v.at as voidedAt', 'a.name as by'])

/** Lists the issued numbers of a number series, the highest first (rules 18.10). */
export async function listNumbers(db: DbOrTx, seriesId: number, page: Pick<Page, 'limit' | 'offset'>) {
  const seriesNumbers = selectNumbers(db).where('i.series_id', '=', seriesId).orderBy('i.n', 'desc')
  const { rows, total } = await findPageWithTotal(db, seriesNumbers, page)
  return { rows: rows.map(presentNumber), total }
}

export async function requireIssuedNumber(db: DbOrTx, id: number): Promise<Static<typeof IssuedNumber>> {
  return presentNumber(await selectNumbers(db).where('i.id', '=', id).executeTakeFirstOrThrow())
}

function presentNumber(
  row: InferResult<ReturnType<typeof selectNumbers>>[number],
): Static<typeof IssuedNumber> {
  const { tenantId, clientCode, uoccname, voidedAt, remarks, by, ...number } = row
  const voidMark = toVoidMark({ ...row, at: voidedAt })
  return {
    ...number,
    tenant: tenantId && clientCode ? { id: tenantId, clientCode, uoccname: uoccname ?? '' } : null,
    removed: row.paymentId === null && !row.isInvoice && row.amount !== null,
    voided: voidMark && { ...voidMark, remarks: remarks ?? '', by },
  }
}
