import { sql } from 'kysely'
import type { Withholding } from '#features/payments/repository.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, NEXT_VERSION_COLUMNS } from '#platform/db/expressions.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { CertificateStatus } from '@tahanan/contract/billing/withholding.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'

export async function mayWithholdTax(db: DbOrTx, tenantId: number): Promise<boolean> {
  const withholdsQuery = db.selectFrom('tenants').select('withholds_tax').where('id', '=', tenantId)
  return (await withholdsQuery.executeTakeFirst())?.withholds_tax === 1
}

export async function insertWithholding(tx: Tx, paymentId: number, withholding: Withholding): Promise<void> {
  await tx
    .insertInto('withholdings')
    .values({
      payment_id: paymentId,
      amount: withholding.amount,
      tax_code: withholding.taxCode,
      period_from: withholding.periodFrom,
      period_to: withholding.periodTo,
      certificate: JSON.stringify(withholding.certificate),
    })
    .execute()
}

/**
 * Saves the files of a tax certificate, or the administrator who received it on paper. Also changes
 * `updated_at` of the payment, which the caller must have locked.
 */
export async function saveCertificate(
  tx: Tx,
  paymentId: number,
  change: { certificate: readonly FileRef[] } | { receivedBy: number | null },
): Promise<void> {
  const columns =
    'certificate' in change
      ? { certificate: JSON.stringify(change.certificate) }
      : { received_at: change.receivedBy === null ? null : CLOCK, received_by_id: change.receivedBy }
  await tx.updateTable('withholdings').set(columns).where('payment_id', '=', paymentId).execute()
  await tx.updateTable('payments').set(NEXT_VERSION_COLUMNS).where('id', '=', paymentId).execute()
}

/**
 * Lists the withholding tax certificates of posted payments that were not reversed, the earliest payment
 * first. The total of `amount` is the tax.
 */
export async function listCertificates(
  db: DbOrTx,
  page: Pick<Page, 'limit' | 'offset' | 'searchTerm'>,
  { status, timeZone }: { status: CertificateStatus | ''; timeZone: string },
) {
  const certificatesQuery = db
    .selectFrom('withholdings as w')
    .innerJoin('payments as p', 'p.id', 'w.payment_id')
    .innerJoin('tenants as n', 'n.id', 'p.tenant_id')
    .leftJoin('payment_reversals as r', 'r.payment_id', 'p.id')
    .select(['p.id', 'p.reference_number as referenceNumber', 'p.tenant_id as tenantId'])
    .select(['n.client_code as clientCode', 'n.uoccname', 'w.amount', 'w.tax_code as taxCode'])
    .select(['w.period_from as periodFrom', 'w.period_to as periodTo', 'w.certificate'])
    .select(['p.posted_date as postedDate', 'w.received_at as receivedDate'])
    .select(
      sql<number>`(coalesce(w.received_at, clock_timestamp()) at time zone ${timeZone})::date
        - (p.posted_date at time zone ${timeZone})::date`.as('days'),
    )
    .where('p.status', '=', PAYMENT_STATUS.posted)
    .where('r.payment_id', 'is', null)
    .$if(status === 'claimed', (query) => query.where('w.received_at', 'is', null))
    .$if(status === 'received', (query) => query.where('w.received_at', 'is not', null))
    .orderBy('p.posted_date')
    .orderBy('p.id')
  return findPageWithTotal(db, certificatesQuery, page, sql`p.search_text || ' ' || n.search_text`)
}
