import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { isGatewayPayment, type PaymentStatus, PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { getPaymentAbilities } from './policy.ts'
import { findPaymentRow, type PaymentRow } from './repository.ts'

/** Presents a payment. Residents see neither the reasons for a review nor the names of administrators. */
export function presentPayment(
  files: Pick<FileStore, 'presentFiles'>,
  actor: Actor,
  row: PaymentRow,
): Static<typeof Payment> {
  const isOffice = actor.area === 'admin'
  return {
    id: row.id,
    referenceNumber: row.reference_number,
    tenantId: row.tenant_id,
    clientCode: row.client_code,
    tenant: {
      id: row.tenant_id,
      clientCode: row.client_code,
      uoccname: row.uoccname,
      unitNumber: row.unit_number,
    },
    type: row.type,
    status: row.status as PaymentStatus | 0,
    soaAmount: row.soa_amount,
    soaDate: row.soa_date,
    amountPaid: row.amount_paid,
    withholding: presentWithholding(files, row),
    currency: row.currency,
    invoiceNumber: row.invoice_number,
    invoiceDate: row.invoice_date,
    transactionDate: row.transaction_date,
    email: row.email,
    bank: row.bank,
    bankReference: row.bank_reference,
    chequeDate: row.cheque_date,
    charge: row.charge,
    possibleDuplicateOf: row.duplicates
      .filter(({ tenantId }) => isOffice || (tenantId === row.tenant_id && !isGatewayPayment(row.type)))
      .map(({ number }) => number),
    images: files.presentFiles(row.images),
    proof: isOffice ? files.presentFiles(row.proof) : [],
    message: row.message,
    remarks: row.remarks,
    returnUrl: row.return_url,
    txnId: row.txn_id,
    outsourceStatus: row.outsource_status,
    gatewayReference: row.gateway_reference,
    gatewayMethod: row.gateway_method,
    gatewayAmount: row.gateway_amount,
    setAside: isOffice ? row.set_aside : null,
    sandbox: row.sandbox,
    reservation: presentReservation(actor, row),
    paysDues: row.pays_dues,
    verifiedDate: row.verified_date,
    verifiedById: isOffice ? row.verified_by_id : null,
    verifier: isOffice ? presentName(row.verifier_name) : null,
    postedDate: row.posted_date,
    postedBy: isOffice ? presentName(row.poster_name) : null,
    receiptNumber: row.receipt_number,
    reversed: row.reversal !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    can: row.status === PAYMENT_STATUS.deleted ? [] : getPaymentAbilities(actor, row),
  }
}

export async function requirePayment(
  { db, files }: { db: DbOrTx; files: Pick<FileStore, 'presentFiles'> },
  actor: Actor,
  id: number,
): Promise<Static<typeof Payment>> {
  return presentPayment(
    files,
    actor,
    requireFound(await findPaymentRow(db, id, { tenantId: getOwnTenantId(actor) })),
  )
}

/**
 * Returns the tenant id to which a list is limited: residents see only their own payments; undefined for
 * administrators.
 */
export const getOwnTenantId = (actor: Actor) => (actor.area === 'client' ? actor.id : undefined)

function presentWithholding(
  files: Pick<FileStore, 'presentFiles'>,
  { withholding }: Pick<PaymentRow, 'withholding'>,
): Static<typeof Payment>['withholding'] {
  if (withholding === null) return null
  const { receivedAt, certificate, ...rest } = withholding
  return {
    ...rest,
    certificate: files.presentFiles(certificate),
    status: receivedAt === null ? 'claimed' : 'received',
    receivedDate: receivedAt === null ? null : new Date(receivedAt),
  }
}

function presentReservation(actor: Actor, row: PaymentRow): Payment['reservation'] {
  if (row.reservation_id === null) return null
  // The office has moved the reservation to another tenant, so the payer may not read it (rules 1.5).
  if (actor.area === 'client' && row.reservation_tenant_id !== row.tenant_id) return null
  return {
    id: row.reservation_id,
    ticketNumber: row.reservation_number ?? '',
    status: row.reservation_status ?? 0,
    amenity: row.amenity_title ?? '',
    title: row.reservation_title ?? '',
    startTime: row.reservation_start,
    endTime: row.reservation_end,
  }
}

const presentName = (name: string | null): { name: string } | null => (name === null ? null : { name })
