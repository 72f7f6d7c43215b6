import { notifyPageViewers } from '#features/notifications/notify.ts'
import { getOfficeLink } from '#features/payments/payment-notifications.ts'
import { getCertificateAbilities } from '#features/payments/policy.ts'
import { getOwnTenantId } from '#features/payments/present.ts'
import { lockPayment, type Withholding } from '#features/payments/repository.ts'
import type { Actor, AdminActor, ResidentActor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-action.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError, requireFound } from '#platform/errors.ts'
import { claimFiles, moveFiles, releaseFiles } from '#platform/files/claim-files.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import {
  withholdingFields,
  addWithholdingFields,
  type CertificateStatus,
} from '@tahanan/contract/billing/withholding.ts'
import type { FileRef, Form } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import { insertWithholding, saveCertificate } from './repository.ts'

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/**
 * Parses a payment form. Adds the fields for withheld tax if the tenant may withhold tax (rules 19.3). Throws
 * 400 at the fields. Refuses tax from any other tenant: if it were ignored, the payment would settle less
 * than the payer expects.
 */
export function parseTaxedForm(
  form: Form,
  body: Readonly<Details>,
  { withholdsTax, ...options }: { withholdsTax: boolean } & Parameters<typeof parseFormBody>[2],
): { values: Details; withholding: Withholding | undefined } {
  const hasTax = Object.keys(withholdingFields).some((key) => Object.hasOwn(body, key) && isFilled(body[key]))
  if (hasTax && !withholdsTax)
    throw createInvalidInputError({ withheld: ['Tax withheld is not turned on for this tenant.'] })
  const { values } = parseFormBody(withholdsTax ? addWithholdingFields(form) : form, body, options)
  return { values, withholding: toWithholding(values) }
}

function toWithholding(values: Readonly<Details>): Withholding | undefined {
  if (typeof values.withheld !== 'number') return undefined
  return {
    amount: values.withheld,
    taxCode: String(values.taxCode).toUpperCase(),
    periodFrom: String(values.periodFrom),
    periodTo: String(values.periodTo),
    certificate: values.certificate as FileRef[],
  }
}

export async function addWithholding(
  tx: Tx,
  actor: Actor,
  paymentId: number,
  withholding: Withholding,
): Promise<void> {
  await insertWithholding(tx, paymentId, withholding)
  await claimFiles(tx, actor, toFileOwner(paymentId), toFileKeys(withholding.certificate), 'certificate')
}

export async function releaseCertificate(tx: Tx, paymentId: number): Promise<void> {
  const row = await lockPayment(tx, paymentId, { includesDeleted: true })
  if (!row?.withholding) return
  await releaseFiles(tx, toFileOwner(paymentId), toFileKeys(row.withholding.certificate))
  await saveCertificate(tx, paymentId, { certificate: [] })
}

/**
 * Saves a resident's withholding tax certificate. It replaces an earlier one, and can be sent even after the
 * payment was posted (rules 19.6). Throws 404, and 403 if the office has received the certificate or the
 * payment is not valid.
 */
export async function sendCertificate(
  tx: Tx,
  actor: ResidentActor,
  id: number,
  certificate: readonly FileRef[],
): Promise<void> {
  const row = await lockTaxedPayment(tx, actor, id, 'sendCertificate')
  const [keysBefore, keysAfter] = [toFileKeys(row.withholding.certificate), toFileKeys(certificate)]
  await moveFiles(tx, actor, toFileOwner(id), { certificate: keysBefore }, { certificate: keysAfter })
  await saveCertificate(tx, id, { certificate })
  await notifyPageViewers(tx, {
    kind: 'payment',
    page: 'payments',
    subjectTenantId: row.tenant_id,
    title: 'Certificate sent',
    message:
      `${row.uoccname} (${row.client_code}) sent the certificate of ${formatPesos(row.withholding.amount)} ` +
      `withheld of ${row.reference_number}.`,
    link: getOfficeLink(id),
  })
  await publishEvent(tx, 'payment', { id })
}

/**
 * Marks the withholding tax certificate of a payment as received or missing. Throws 404, and 403 if the
 * payment is not valid.
 */
export async function markCertificateAs(
  tx: Tx,
  actor: AdminActor,
  id: number,
  status: CertificateStatus,
): Promise<void> {
  const row = await lockTaxedPayment(tx, actor, id, 'markCertificate')
  const isReceived = status === 'received'
  if (isReceived === (row.withholding.receivedAt !== null)) return
  await saveCertificate(tx, id, { receivedBy: isReceived ? actor.id : null })
  await recordChange(tx, 'payments', {
    id,
    name: row.reference_number,
    detail:
      `Marked the certificate of ${formatPesos(row.withholding.amount)} withheld (${row.withholding.taxCode}) ` +
      `of ${row.client_code} as ${isReceived ? 'received' : 'missing'}`,
  })
  await publishEvent(tx, 'payment', { id })
}

async function lockTaxedPayment(
  tx: Tx,
  actor: Actor,
  id: number,
  ability: 'sendCertificate' | 'markCertificate',
) {
  const row = requireFound(await lockPayment(tx, id, { tenantId: getOwnTenantId(actor) }))
  const withholding = requireFound(row.withholding)
  if (!getCertificateAbilities(actor, row).includes(ability)) throw new PortalError('locked')
  return { ...row, withholding }
}

const toFileOwner = (id: number) => ({ kind: 'payment', id })
const toFileKeys = (certificate: readonly FileRef[]) => certificate.map(({ url }) => url)
