import { parseChargeId } from '#features/ledger/settle-charges.ts'
import { notifyNewPayment } from '#features/payments/payment-notifications.ts'
import { lockExistingPayment, updatePaymentByOffice } from '#features/posting/changes.ts'
import {
  createPayment,
  requireNoDuplicate,
  type NewPaymentWithTax,
} from '#features/posting/create-payment.ts'
import { getChequeDateError } from '#features/posting/get-cheque-date-error.ts'
import { isTwoPersonRuleEnabled } from '#features/posting/posting-checks.ts'
import { storeLogo } from '#features/receipts/store-logo.ts'
import { parseTaxedForm } from '#features/withholding/changes.ts'
import { mayWithholdTax } from '#features/withholding/repository.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { findTenant, type NamedTenant } from '#platform/find-tenant.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { counterForms, OFFICE_PAYMENT_TYPES } from '@tahanan/contract/billing/counter.ts'
import { PAYMENT_STATUS, TENANT_REQUIRED, PAYMENT_TYPE } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

/** `isAnother`: the cashier confirmed that this is a new payment although a similar one exists. */
type CounterPayment = Omit<NewPaymentWithTax, 'status'> & {
  readonly tenant: NamedTenant
  readonly isAnother: boolean
}

export async function parseCounterPayment(
  services: PlatformContext,
  admin: AdminActor,
  body: Readonly<Details>,
): Promise<CounterPayment> {
  const timeZone = services.config.communityTimeZone
  const tenant = await findTenant(services.db, body.tenantId)
  const errors: FieldErrors = tenant ? {} : { tenantId: [TENANT_REQUIRED] }
  const type = OFFICE_PAYMENT_TYPES.find((info) => info.type === body.type)?.type
  if (type === undefined)
    throw createInvalidInputError({ ...errors, type: ['Please choose cash, cheque or bank transfer!'] })
  const { values, withholding } = parseTaxedForm(counterForms[type], body, {
    withholdsTax: tenant !== undefined && (await mayWithholdTax(services.db, tenant.id)),
    action: 'create',
    timeZone,
    errors,
  })
  const chequeDate = typeof values.chequeDate === 'string' ? values.chequeDate : undefined
  const problem = chequeDate && getChequeDateError(chequeDate, timeZone)
  if (problem) throw createInvalidInputError({ chequeDate: [problem] })
  if (!tenant) throw createInvalidInputError(errors)
  if (type === PAYMENT_TYPE.cash) await storeLogo(services)
  return {
    tenant,
    tenant_id: tenant.id,
    type,
    amount_paid: Number(values.amountPaid),
    transaction_date: typeof values.transactionDate === 'string' ? values.transactionDate : null,
    bank: String(values.bank ?? ''),
    bank_reference: String(values.bankReference ?? ''),
    ...(chequeDate && { cheque_date: chequeDate }),
    charge_id: await parseChargeId(services.db, tenant.id, body.chargeId),
    // Cash gets no `images`, so that no duplicates are searched: it has no picture, bank or reference to
    // compare.
    ...(type !== PAYMENT_TYPE.cash && { images: (values.images ?? []) as FileRef[] }),
    withholding,
    post_by_id: admin.id,
    timeZone,
    isAnother: body.confirmedDuplicate === true,
  }
}

/**
 * Creates a payment received at the counter. Posts cash immediately, because only the count of the day's cash
 * checks it (rules 17.2). A cheque or transfer is verified and posted later, like a deposit. Throws 409 if a
 * similar payment exists and the cashier has not confirmed that this is another one.
 */
export async function createCounterPayment(
  tx: Tx,
  admin: AdminActor,
  { tenant, isAnother, ...payment }: CounterPayment,
): Promise<number> {
  // If the office requires two persons, cash with withheld tax is not posted immediately: the count of the
  // day's cash cannot prove the tax.
  const isCash =
    payment.type === PAYMENT_TYPE.cash && !(payment.withholding && (await isTwoPersonRuleEnabled(tx)))
  const createdPayment = await createPayment(tx, admin, {
    ...payment,
    status: isCash ? PAYMENT_STATUS.verified : PAYMENT_STATUS.forVerification,
    ...(isCash && { verified_by_id: admin.id }),
  })
  if (!isAnother) await requireNoDuplicate(tx, createdPayment.id, payment.timeZone)
  if (isCash) {
    const row = await lockExistingPayment(tx, createdPayment.id)
    const postingUpdate = { status: PAYMENT_STATUS.posted, remarks: row.remarks }
    await updatePaymentByOffice(tx, admin, row, postingUpdate, { timeZone: payment.timeZone })
  } else
    await notifyNewPayment(tx, {
      ...createdPayment,
      client_code: tenant.clientCode,
      uoccname: tenant.uoccname,
    })
  return createdPayment.id
}
