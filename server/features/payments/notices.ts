import { notifyPage, notifyTenant, type TenantNotice } from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import {
  getGatewayOutcome,
  getOutcomeNextStep,
  formatOutcome,
  simplifyGatewayMessage,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { pesos } from '@tahanan/contract/money.ts'
import type { MailText } from '@tahanan/contract/notifications/kinds.ts'
import { hasReceipt } from './policy.ts'
import type { PaymentRow } from './repository.ts'

type NoticedPayment = Pick<
  PaymentRow,
  'id' | 'reference_number' | 'type' | 'amount_paid' | 'tenant_id' | 'client_code' | 'uoccname'
>

/** Link of notifications about deleted payments: the list, because a deleted payment cannot be opened. */
export const RESIDENT_LINK = '/billings'
export const getResidentLink = (id: number): string => `${RESIDENT_LINK}?id=${id}`
export const getOfficeLink = (id: number): string => `/admin/payments?modal=true&id=${id}`

const describePayment = (payment: NoticedPayment): string =>
  `${pesos(payment.amount_paid)} by ${getPaymentTypeInfo(payment.type).label} (${payment.reference_number})`
const formatPayer = (payment: NoticedPayment): string => `${payment.uoccname} (${payment.client_code})`

/**
 * Notifies the office of a payment to verify (rules 8.30). `outsourceStatus` is the gateway's status letter.
 */
export async function notifyNewPayment(
  tx: Tx,
  payment: NoticedPayment,
  outsourceStatus: string | null = null,
): Promise<void> {
  await notifyOffice(tx, payment, 'New payment', describeNewPayment(payment, outsourceStatus))
}

export function describeNewPayment(payment: NoticedPayment, outsourceStatus: string | null): string {
  if (outsourceStatus === null) return `${formatPayer(payment)} paid ${describePayment(payment)}.`
  return `${formatPayer(payment)}, ${describePayment(payment)}: ${formatOutcome(outsourceStatus, 'office')}.`
}

export async function notifyPaid(tx: Tx, payment: NoticedPayment): Promise<void> {
  await notifyOffice(tx, payment, formatOutcomeTitle('S'), describeNewPayment(payment, 'S'))
  await notifyResident(tx, payment, {
    title: formatOutcomeTitle('S'),
    message: formatOutcomeMessage(payment, 'S'),
  })
}

export async function notifySetAside(
  tx: Tx,
  payment: NoticedPayment,
  reasons: readonly string[],
  isDeleted: boolean,
): Promise<void> {
  const message = `${formatPayer(payment)}, ${describePayment(payment)}: ${reasons.join(' ')}`
  await notifyOffice(tx, payment, 'Payment set aside', message, isDeleted)
}

export async function notifyRefused(
  tx: Tx,
  payment: NoticedPayment,
  { letter, message }: { letter: string; message: string },
): Promise<void> {
  const why = getGatewayOutcome(letter) === 'failed' ? simplifyGatewayMessage(message) : ''
  const says = why === '' ? '' : ` ${getPaymentTypeInfo(payment.type).label} says: ${why}`
  await notifyResident(tx, payment, {
    title: formatOutcomeTitle(letter),
    message: formatOutcomeMessage(payment, letter) + says,
  })
}

const formatOutcomeTitle = (letter: string): string =>
  `Payment ${formatOutcome(letter, 'resident').toLowerCase()}`

function formatOutcomeMessage(payment: NoticedPayment, letter: string): string {
  const nextStep = getOutcomeNextStep(getGatewayOutcome(letter), getPaymentTypeInfo(payment.type).label)
  return `Your payment of ${describePayment(payment)}: ${formatOutcome(letter, 'resident')}. ${nextStep}`
}

const DECISIONS: Readonly<Record<number, readonly [title: string, words: string]>> = {
  0: ['Payment deleted by the PMO', 'has been deleted by the PMO'],
  2: ['Payment for verification again', 'is for verification again'],
  3: ['Payment verified', 'has been verified'],
  4: ['Payment posted', 'has been posted'],
  5: ['Payment rejected', 'has been rejected'],
}
const REMARKED = ['New remark on your payment', 'has a new remark from the PMO'] as const
const CHANGED = ['Payment changed', 'has changed'] as const

/** Notifies the tenant of a decision of the office (rules 8.30). */
export async function notifyChanged(tx: Tx, payment: NoticedPayment, change: OfficeDecision): Promise<void> {
  await notifyTenant(tx, toChangedNotice(payment, change))
}

export async function notifyReversed(tx: Tx, payment: NoticedPayment, why: string): Promise<void> {
  const receipt = hasReceipt(payment) ? ', and its receipt is void' : ''
  const reversed = `Your payment of ${describePayment(payment)} has been reversed${receipt}.`
  const letter = { paragraphs: [reversed, `Reason: ${why}`] }
  const words = { title: 'Payment reversed', message: `${reversed} ${why}`, letter }
  await notifyResident(tx, payment, words)
}

interface OfficeDecision {
  readonly status?: number | undefined
  readonly remarks?: string | undefined
}

export function toChangedNotice(payment: NoticedPayment, { status, remarks }: OfficeDecision): TenantNotice {
  const [title, words] = status === undefined ? REMARKED : (DECISIONS[status] ?? CHANGED)
  const ready = status === PAYMENT_STATUS.posted && hasReceipt(payment) ? ' Its receipt is ready.' : ''
  const remark = remarks ? ` Remarks: ${remarks}` : ''
  const told = `Your payment of ${describePayment(payment)} ${words}.${ready}`
  const link = status === PAYMENT_STATUS.deleted ? RESIDENT_LINK : getResidentLink(payment.id)
  const label = status === PAYMENT_STATUS.rejected ? 'Reason' : 'Remarks'
  const letter = { paragraphs: [told, ...(remarks ? [`${label}: ${remarks}`] : [])] }
  return toResidentNotice(payment, { title, message: told + remark, letter, link })
}

async function notifyOffice(
  tx: Tx,
  payment: NoticedPayment,
  title: string,
  message: string,
  isDeleted = false,
): Promise<void> {
  const link = isDeleted ? null : getOfficeLink(payment.id)
  await notifyPage(tx, {
    kind: 'payment',
    page: 'payments',
    subjectTenantId: payment.tenant_id,
    title,
    message,
    link,
  })
}

interface ResidentWords {
  readonly title: string
  readonly message: string
  readonly letter?: MailText
  readonly link?: string
}

async function notifyResident(tx: Tx, payment: NoticedPayment, words: ResidentWords): Promise<void> {
  await notifyTenant(tx, toResidentNotice(payment, words))
}

const toResidentNotice = (payment: NoticedPayment, words: ResidentWords): TenantNotice => ({
  tenantId: payment.tenant_id,
  kind: 'payment',
  link: getResidentLink(payment.id),
  brief: `${words.title}, ${payment.reference_number}`,
  ...words,
})
