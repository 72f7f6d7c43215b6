import { OUTSOURCE_STATUSES, PAYMENT_STATUS, paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { notifyPage, notifyTenant } from '../../notifications/notify.ts'
import type { PaymentRow } from './repository.ts'

/** Facts of a payment that notifications tell. */
interface NoticedPayment {
  readonly id: number
  readonly referenceNumber: string
  readonly type: number
  /** Pesos. */
  readonly amountPaid: number
  readonly tenant: { readonly id: number; readonly clientCode: string; readonly uoccname: string }
}

export const noticedOf = (row: PaymentRow): NoticedPayment => ({
  id: row.id,
  referenceNumber: row.reference_number,
  type: row.type,
  amountPaid: row.amount_paid,
  tenant: { id: row.tenant_id, clientCode: row.client_code, uoccname: row.uoccname },
})

/** Where residents see their statements, and a payment; a deleted one cannot be opened. */
export const RESIDENT_LINK = '/billings'
export const residentLink = (id: number): string => `${RESIDENT_LINK}?id=${id}`
export const officeLink = (id: number): string => `/admin/payments?modal=true&id=${id}`

export const pesos = (amount: number): string =>
  `₱${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const said = (payment: NoticedPayment): string =>
  `${pesos(payment.amountPaid)} by ${paymentTypeInfo(payment.type).label} (${payment.referenceNumber})`
const payer = ({ tenant }: NoticedPayment): string => `${tenant.uoccname} (${tenant.clientCode})`

/** Tells the office of a payment to verify (rules 8.30); `outsourceStatus` is its gateway's letter. */
export async function noticeNew(
  tx: Tx,
  payment: NoticedPayment,
  outsourceStatus: string | null = null,
): Promise<void> {
  await toOffice(tx, payment, 'New payment', newWords(payment, outsourceStatus))
}

/** Returns the office's notification of a new payment. */
export function newWords(payment: NoticedPayment, outsourceStatus: string | null): string {
  const state = outsourceStatus === null ? '' : ` ${gatewayWord(payment, outsourceStatus)}`
  return `${payer(payment)} paid ${said(payment)}.${state}`
}

/** Tells both that the money of a pending payment came. */
export async function noticePaid(tx: Tx, payment: NoticedPayment): Promise<void> {
  const word = gatewayWord(payment, 'S')
  await toOffice(tx, payment, 'Payment received', `${payer(payment)} paid ${said(payment)}. ${word}`)
  const message = `Your payment of ${said(payment)} was received. It is now for verification.`
  await toResident(tx, payment, { title: 'Payment received', message })
}

/** Tells the office why a person must look at a payment; a deleted one cannot be opened. */
export async function noticeSetAside(
  tx: Tx,
  payment: NoticedPayment,
  reasons: readonly string[],
  isDeleted: boolean,
): Promise<void> {
  const message = `${payer(payment)}, ${said(payment)}: ${reasons.join(' ')}`
  await toOffice(tx, payment, 'Payment set aside', message, isDeleted)
}

/** Tells the resident what their gateway refused. */
export async function noticeRefused(tx: Tx, payment: NoticedPayment, words: string): Promise<void> {
  const why = words === '' ? '' : ` ${paymentTypeInfo(payment.type).label} says: ${words}`
  const message = `Your payment of ${said(payment)} did not go through.${why}`
  await toResident(tx, payment, { title: 'Payment failed', message })
}

const PAST: Readonly<Record<number, string>> = {
  0: 'has been deleted by the PMO',
  2: 'is for verification again',
  3: 'has been verified',
  4: 'has been posted. Its receipt is ready',
  5: 'has been rejected',
}

/** Tells the resident of a new status or new remarks of their payment (rules 8.30). */
export async function noticeChanged(tx: Tx, payment: NoticedPayment, change: OfficeDecision): Promise<void> {
  const words = { title: changedTitle(change), message: changedWords(payment, change) }
  await toResident(tx, payment, words, change.status === PAYMENT_STATUS.deleted)
}

/** A new status, new remarks, or both. */
interface OfficeDecision {
  readonly status?: number | undefined
  readonly remarks?: string | undefined
}

const TITLES: Readonly<Record<number, string>> = {
  0: 'Payment deleted by the PMO',
  2: 'Payment for verification again',
  3: 'Payment verified',
  4: 'Payment posted',
  5: 'Payment rejected',
}

/** The office's decision as the title of a notification. */
export function changedTitle({ status }: OfficeDecision): string {
  return status === undefined ? 'New remark on your payment' : (TITLES[status] ?? 'Payment changed')
}

/** Returns the resident's notification of the office's decision. */
export function changedWords(payment: NoticedPayment, change: OfficeDecision): string {
  const what =
    change.status === undefined ? 'has a new remark from the PMO' : (PAST[change.status] ?? 'has changed')
  const remark = change.remarks ? ` Remarks: ${change.remarks}` : ''
  return `Your payment of ${said(payment)} ${what}.${remark}`
}

const gatewayWord = ({ type }: NoticedPayment, letter: string): string =>
  `${paymentTypeInfo(type).label} says: ${OUTSOURCE_STATUSES[letter] ?? letter}.`

async function toOffice(
  tx: Tx,
  payment: NoticedPayment,
  title: string,
  message: string,
  isDeleted = false,
): Promise<void> {
  const link = isDeleted ? null : officeLink(payment.id)
  await notifyPage(tx, { page: 'payments', subjectTenantId: payment.tenant.id, title, message, link })
}

async function toResident(
  tx: Tx,
  payment: NoticedPayment,
  { title, message }: { title: string; message: string },
  isDeleted = false,
): Promise<void> {
  const link = isDeleted ? RESIDENT_LINK : residentLink(payment.id)
  await notifyTenant(tx, { tenantId: payment.tenant.id, title, message, link })
}
