import { counterForms, COUNTER_TYPES } from '@tahanan/contract/billing/counter.ts'
import type { CounterType } from '@tahanan/contract/billing/counter.ts'
import { PAYMENT_STATUS, TENANT_REQUIRED } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { AdminActor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { invalidInput } from '../../../platform/errors.ts'
import { claimFiles } from '../../../platform/files/ownership.ts'
import type { Services } from '../../../platform/services.ts'
import { tell } from '../../../platform/realtime/outbox.ts'
import { findTenant } from '../../tickets/engine.ts'
import type { TicketTenant } from '../../tickets/engine.ts'
import { readChargeId } from '../ledger/settlements.ts'
import { insertPayment } from '../payments/changes.ts'
import { lockedPayment, moveByOffice } from '../payments/engine.ts'
import { recordPaymentEvent } from '../payments/history.ts'
import { noticeNew } from '../payments/notices.ts'
import { keepLogo } from '../receipts/receipt-logo.ts'
import { needsTwoPeople } from '../payments/careful-posting.ts'
import { addWithholding, readTaxedForm } from '../withholding/changes.ts'
import { withholdsTax } from '../withholding/repository.ts'
import type { Withholding } from '../withholding/repository.ts'
import { chequeDateError } from './cheques.ts'

/** A payment at the counter, as its form was read. */
interface Taken {
  readonly tenant: TicketTenant
  readonly type: CounterType
  readonly amountPaid: number
  readonly transactionDate: string | null
  readonly bank: string
  readonly bankReference: string
  readonly chequeDate: string | undefined
  readonly chargeId: number | null
  readonly images: readonly FileRef[]
  readonly withholding: Withholding | undefined
}

/** Reads the body of a payment at the counter; returns the change that enters it. Throws 400 with the messages of its fields. */
export async function prepareCounterPayment(
  services: Services,
  admin: AdminActor,
  body: Readonly<Details>,
): Promise<(tx: Tx) => Promise<number>> {
  const timeZone = services.config.communityTimeZone
  const tenant = await findTenant(services.db, body.tenantId)
  const errors: FieldErrors = tenant ? {} : { tenantId: [TENANT_REQUIRED] }
  const type = COUNTER_TYPES.find((info) => info.type === body.type)?.type
  if (type === undefined)
    throw invalidInput({ ...errors, type: ['Please choose cash, cheque or bank transfer!'] })
  const { values, withholding } = readTaxedForm(counterForms[type], body, {
    withholdsTax: tenant !== undefined && (await withholdsTax(services.db, tenant.id)),
    action: 'create',
    timeZone,
    errors,
  })
  const chequeDate = typeof values.chequeDate === 'string' ? values.chequeDate : undefined
  const wrong = chequeDate && chequeDateError(chequeDate, timeZone)
  if (wrong) throw invalidInput({ chequeDate: [wrong] })
  if (!tenant) throw invalidInput(errors)
  if (type === 4) await keepLogo(services)
  const taken = {
    tenant,
    type,
    amountPaid: Number(values.amountPaid),
    transactionDate: typeof values.transactionDate === 'string' ? values.transactionDate : null,
    bank: String(values.bank ?? ''),
    bankReference: String(values.bankReference ?? ''),
    chequeDate,
    chargeId: await readChargeId(services.db, tenant.id, body.chargeId),
    images: (values.images ?? []) as FileRef[],
    withholding,
  }
  return (tx) => takePayment(tx, admin, taken, timeZone)
}

/**
 * Enters a payment at the counter. Cash is posted at once by the cashier, whom nobody checks but the close of the day (rules 17.2);
 * a cheque or a transfer is verified and posted like a deposit. Returns its id.
 */
async function takePayment(
  tx: Tx,
  admin: AdminActor,
  { tenant, ...taken }: Taken,
  timeZone: string,
): Promise<number> {
  // the count at the close does not tell of tax withheld
  const isCash = taken.type === 4 && !(taken.withholding && (await needsTwoPeople(tx)))
  const status = isCash ? PAYMENT_STATUS.verified : PAYMENT_STATUS.forVerification
  const { images, withholding, ...fields } = taken
  const { id, referenceNumber } = await insertPayment(tx, {
    ...fields,
    // cash has no slip, bank or number by which it could look like another payment
    ...(taken.type !== 4 && { images }),
    tenantId: tenant.id,
    status,
    postById: admin.id,
    ...(isCash && { verifiedById: admin.id }),
    timeZone,
  })
  const keys = images.map(({ url }) => url)
  await claimFiles(tx, admin, { kind: 'payment', id }, keys, 'images')
  if (withholding) await addWithholding(tx, admin, id, withholding)
  await recordPaymentEvent(tx, admin, { paymentId: id, from: null, to: status })
  if (isCash) {
    const row = await lockedPayment(tx, id)
    await moveByOffice(tx, admin, row, { status: PAYMENT_STATUS.posted, remarks: row.remarks }, { timeZone })
    return id
  }
  await noticeNew(tx, {
    id,
    reference_number: referenceNumber,
    type: taken.type,
    amount_paid: taken.amountPaid,
    tenant_id: tenant.id,
    client_code: tenant.clientCode,
    uoccname: tenant.uoccname,
  })
  await tell(tx, 'payment', { id })
  return id
}
