import { randomBytes } from 'node:crypto'
import { parseChargeId } from '#features/ledger/settle-charges.ts'
import type { PaymentRequest } from '#features/payments/gateway-outcome.ts'
import { isForReservation, lockReservationToPay } from '#features/payments/reservation-balance.ts'
import { parseTaxedForm } from '#features/withholding/changes.ts'
import { mayWithholdTax } from '#features/withholding/repository.ts'
import type { ResidentActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import {
  AQWIRE_CONSTANTS,
  aqwireForm,
  dragonpayForm,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type OnlinePaymentType,
} from '@tahanan/contract/billing/payment.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { createPayment } from './create-payment.ts'

export interface OnlinePayment extends PaymentRequest {
  readonly paymentId: number
  readonly referenceNumber: string
}

const ONLINE_FORMS = { [PAYMENT_TYPE.dragonpay]: dragonpayForm, [PAYMENT_TYPE.aqwire]: aqwireForm } as const
// The payment's number at the gateway ends with random bytes, so that nobody can guess it.
const SUFFIX_BYTES = 8

/**
 * Creates a payment through a gateway. Reads e-mail, amount, mobile and withheld tax from the resident's body
 * and ignores other fields (rules 1.3). The gateway does not collect the withheld tax. Throws 400 with the
 * messages of the fields. The office is notified later, at the gateway's first message.
 */
export async function createOnlinePayment(
  tx: Tx,
  actor: ResidentActor,
  type: OnlinePaymentType,
  body: Readonly<Details>,
  { timeZone, sandbox }: { readonly timeZone: string; readonly sandbox: boolean },
): Promise<OnlinePayment> {
  const { values, withholding } = parseTaxedForm(ONLINE_FORMS[type], body, {
    withholdsTax: !isForReservation(body) && (await mayWithholdTax(tx, actor.id)),
    action: 'create',
    writer: 'resident',
    timeZone,
  })
  const amount = Number(values.amountPaid)
  const email = String(values.email)
  const mobile = String(values.mobile ?? '')
  const { reservationId } = body
  const reservation_id = await lockReservationToPay(tx, actor.id, { reservationId, amount })
  const createdPayment = await createPayment(tx, actor, {
    tenant_id: actor.id,
    type,
    status: PAYMENT_STATUS.created,
    amount_paid: amount,
    transaction_date: null,
    email,
    mobile,
    charge_id: await parseChargeId(tx, actor.id, body.chargeId),
    reservation_id,
    txnSuffix: randomBytes(SUFFIX_BYTES).toString('hex'),
    sandbox,
    withholding,
    timeZone,
  })
  const tenant = await tx
    .selectFrom('tenants')
    .select('unit_number as unitNumber')
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return {
    paymentId: createdPayment.id,
    referenceNumber: createdPayment.reference_number,
    txnId: createdPayment.txn_id ?? createdPayment.reference_number,
    amount,
    email,
    name: actor.name,
    mobile,
    unitNumber: tenant?.unitNumber ?? '',
    description: `${AQWIRE_CONSTANTS.description} ${createdPayment.reference_number}`,
  }
}
