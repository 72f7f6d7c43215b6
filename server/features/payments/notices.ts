import { notifyPage, notifyTenant } from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import {
  gatewayOutcome,
  outcomeNextStep,
  outcomeWord,
  plainGatewayWords,
} from '@tahanan/contract/billing/gateway-outcome.ts'
import { PAYMENT_STATUS, paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { pesos } from '@tahanan/contract/money.ts'
import { givesReceipt } from './policy.ts'
import type { PaymentRow } from './repository.ts'

/** Columns of a payment that notifications tell. */
type NoticedPayment = Pick<
  PaymentRow,
  'id' | 'reference_number' | 'type' | 'amount_paid' | 'tenant_id' | 'client_code' | 'uoccname'
>

/** Where residents see their statements, and a payment; a deleted one cannot be opened. */
export const RESIDENT_LINK = '/billings'
export const residentLink = (id: number): string => `${RESIDENT_LINK}?id=${id}`
export const officeLink = (id: number): string => `/admin/payments?modal=true&id=${id}`

const said = (payment: NoticedPayment): string =>
  `${pesos(payment.amount_paid)} by ${paymentTypeInfo(payment.type).label} (${payment.reference_number})`
const payer = (payment: NoticedPayment): string => `${payment.uoccname} (${payment.client_code})`

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
  if (outsourceStatus === null) return `${payer(payment)} paid ${said(payment)}.`
  return `${payer(payment)}, ${said(payment)}: ${outcomeWord(outsourceStatus, 'office')}.`
}

/** Tells both that the money of a pending payment came. */
export async function noticePaid(tx: Tx, payment: NoticedPayment): Promise<void> {
  await toOffice(tx, payment, outcomeTitle('S'), newWords(payment, 'S'))
  await toResident(tx, payment, { title: outcomeTitle('S'), message: outcomeWords(payment, 'S') })
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

/** Tells the resident that a payment failed or was cancelled; of a failure also why, in the gateway's words. */
export async function noticeRefused(
  tx: Tx,
  payment: NoticedPayment,
  { letter, message }: { letter: string; message: string },
): Promise<void> {
  const why = gatewayOutcome(letter) === 'failed' ? plainGatewayWords(message) : ''
  const says = why === '' ? '' : ` ${paymentTypeInfo(payment.type).label} says: ${why}`
  await toResident(tx, payment, {
    title: outcomeTitle(letter),
    message: outcomeWords(payment, letter) + says,
  })
}

/** 'Payment cancelled by you'. */
const outcomeTitle = (letter: string): string => `Payment ${outcomeWord(letter, 'resident').toLowerCase()}`

/** Returns the outcome of a payment in words for its resident. */
const outcomeWords = (payment: NoticedPayment, letter: string): string =>
  `Your payment of ${said(payment)}: ${outcomeWord(letter, 'resident')}. ${outcomeNextStep(gatewayOutcome(letter), paymentTypeInfo(payment.type).label)}`

/** Titles of the office's decisions, and what the resident reads of each. */
const DECISIONS: Readonly<Record<number, readonly [title: string, words: string]>> = {
  0: ['Payment deleted by the PMO', 'has been deleted by the PMO'],
  2: ['Payment for verification again', 'is for verification again'],
  3: ['Payment verified', 'has been verified'],
  4: ['Payment posted', 'has been posted'],
  5: ['Payment rejected', 'has been rejected'],
}
const REMARKED = ['New remark on your payment', 'has a new remark from the PMO'] as const
const CHANGED = ['Payment changed', 'has changed'] as const

/** Tells the resident of a new status or new remarks of their payment (rules 8.30). */
export async function noticeChanged(tx: Tx, payment: NoticedPayment, change: OfficeDecision): Promise<void> {
  await toResident(tx, payment, changedWords(payment, change), change.status === PAYMENT_STATUS.deleted)
}

/** Tells the resident that their posted payment does not count any more, and why. */
export async function noticeReversed(tx: Tx, payment: NoticedPayment, why: string): Promise<void> {
  const message = `Your payment of ${said(payment)} has been reversed${givesReceipt(payment) ? ', and its receipt is void' : ''}. ${why}`
  await toResident(tx, payment, { title: 'Payment reversed', message })
}

/** A new status, new remarks, or both. */
interface OfficeDecision {
  readonly status?: number | undefined
  readonly remarks?: string | undefined
}

/** Returns the resident's notification of the office's decision. */
export function changedWords(payment: NoticedPayment, { status, remarks }: OfficeDecision) {
  const [title, words] = status === undefined ? REMARKED : (DECISIONS[status] ?? CHANGED)
  const ready = status === PAYMENT_STATUS.posted && givesReceipt(payment) ? ' Its receipt is ready.' : ''
  const remark = remarks ? ` Remarks: ${remarks}` : ''
  return { title, message: `Your payment of ${said(payment)} ${words}.${ready}${remark}` }
}

async function toOffice(
  tx: Tx,
  payment: NoticedPayment,
  title: string,
  message: string,
  isDeleted = false,
): Promise<void> {
  const link = isDeleted ? null : officeLink(payment.id)
  await notifyPage(tx, { page: 'payments', subjectTenantId: payment.tenant_id, title, message, link })
}

async function toResident(
  tx: Tx,
  payment: NoticedPayment,
  { title, message }: { title: string; message: string },
  isDeleted = false,
): Promise<void> {
  const link = isDeleted ? RESIDENT_LINK : residentLink(payment.id)
  await notifyTenant(tx, { tenantId: payment.tenant_id, title, message, link })
}
