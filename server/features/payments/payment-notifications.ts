import {
  notifyPageViewers,
  notifyTenant,
  type TenantNotificationInput,
} from '#features/notifications/notify.ts'
import type { Tx } from '#platform/db/client.ts'
import {
  getGatewayOutcome,
  getOutcomeNextStep,
  formatOutcome,
  simplifyGatewayMessage,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import type { MailText } from '@tahanan/contract/notifications/kinds.ts'
import { hasReceipt } from './policy.ts'
import type { PaymentRow } from './repository.ts'

type NotifiedPayment = Pick<
  PaymentRow,
  'id' | 'reference_number' | 'type' | 'amount_paid' | 'tenant_id' | 'client_code' | 'uoccname'
>

/** Link of notifications about deleted payments: the list, because a deleted payment cannot be opened. */
export const PAYMENT_LIST_LINK = '/billings'
export const getResidentLink = (id: number): string => `${PAYMENT_LIST_LINK}?id=${id}`
export const getOfficeLink = (id: number): string => `/admin/payments?modal=true&id=${id}`

const describePayment = (payment: NotifiedPayment): string =>
  `${formatPesos(payment.amount_paid)} by ${getPaymentTypeInfo(payment.type).label} (${payment.reference_number})`
const formatPayer = (payment: NotifiedPayment): string => `${payment.uoccname} (${payment.client_code})`

/**
 * Notifies the office of a payment to verify (rules 8.30). `outsourceStatus` is the gateway's status code.
 */
export async function notifyNewPayment(
  tx: Tx,
  payment: NotifiedPayment,
  outsourceStatus: string | null = null,
): Promise<void> {
  await notifyOffice(tx, payment, 'New payment', describeNewPayment(payment, outsourceStatus))
}

export function describeNewPayment(payment: NotifiedPayment, outsourceStatus: string | null): string {
  if (outsourceStatus === null) return `${formatPayer(payment)} paid ${describePayment(payment)}.`
  return `${formatPayer(payment)}, ${describePayment(payment)}: ${formatOutcome(outsourceStatus)}.`
}

export async function notifyOfficeOfPaidPayment(tx: Tx, payment: NotifiedPayment): Promise<void> {
  await notifyOffice(tx, payment, formatOutcomeTitle('S'), describeNewPayment(payment, 'S'))
}

/** Names no amount if the gateway reported another one, because that is the amount the resident paid. */
export async function notifyResidentOfPaidPayment(
  tx: Tx,
  payment: NotifiedPayment,
  amountDiffers: boolean,
): Promise<void> {
  await notifyResident(tx, payment, {
    title: formatOutcomeTitle('S'),
    message: amountDiffers
      ? `The office checks your payment (${payment.reference_number}) next.`
      : formatOutcomeMessage(payment, 'S'),
  })
}

export async function notifyPaymentSetAside(
  tx: Tx,
  payment: NotifiedPayment,
  reasons: readonly string[],
  isDeleted: boolean,
): Promise<void> {
  const message = `${formatPayer(payment)}, ${describePayment(payment)}: ${reasons.join(' ')}`
  await notifyOffice(tx, payment, 'Payment set aside', message, isDeleted)
}

export async function notifyPaymentFailed(
  tx: Tx,
  payment: NotifiedPayment,
  { statusCode, message }: { statusCode: string; message: string },
): Promise<void> {
  const failureReason = getGatewayOutcome(statusCode) === 'failed' ? simplifyGatewayMessage(message) : ''
  const reasonText =
    failureReason === '' ? '' : ` ${getPaymentTypeInfo(payment.type).label} says: ${failureReason}`
  await notifyResident(tx, payment, {
    title: formatOutcomeTitle(statusCode),
    message: formatOutcomeMessage(payment, statusCode) + reasonText,
  })
}

const formatOutcomeTitle = (statusCode: string): string =>
  `Payment ${formatOutcome(statusCode).toLowerCase()}`

function formatOutcomeMessage(payment: NotifiedPayment, statusCode: string): string {
  const nextStep = getOutcomeNextStep(getGatewayOutcome(statusCode), getPaymentTypeInfo(payment.type).label)
  return `Your payment of ${describePayment(payment)}: ${formatOutcome(statusCode)}. ${nextStep}`
}

const DECISION_TEXTS: Readonly<Record<number, readonly [title: string, words: string]>> = {
  0: ['Payment deleted by the PMO', 'has been deleted by the PMO'],
  2: ['Payment for verification again', 'is for verification again'],
  3: ['Payment verified', 'has been verified'],
  4: ['Payment posted', 'has been posted'],
  5: ['Payment rejected', 'has been rejected'],
}
const REMARK_TEXTS = ['New remark on your payment', 'has a new remark from the PMO'] as const
const CHANGE_TEXTS = ['Payment changed', 'has changed'] as const

/** Notifies the tenant of a decision of the office (rules 8.30). */
export async function notifyPaymentChanged(
  tx: Tx,
  payment: NotifiedPayment,
  change: OfficeDecision,
): Promise<void> {
  await notifyTenant(tx, createChangedNotification(payment, change))
}

export async function notifyPaymentReversed(tx: Tx, payment: NotifiedPayment, reason: string): Promise<void> {
  const voidReceiptText = hasReceipt(payment) ? ', and its receipt is void' : ''
  const reversalText = `Your payment of ${describePayment(payment)} has been reversed${voidReceiptText}.`
  const letter = { paragraphs: [reversalText, `Reason: ${reason}`] }
  const reversalContent = { title: 'Payment reversed', message: `${reversalText} ${reason}`, letter }
  await notifyResident(tx, payment, reversalContent)
}

interface OfficeDecision {
  readonly status?: number | undefined
  readonly remarks?: string | undefined
}

export function createChangedNotification(
  payment: NotifiedPayment,
  { status, remarks }: OfficeDecision,
): TenantNotificationInput {
  const [title, statusText] = status === undefined ? REMARK_TEXTS : (DECISION_TEXTS[status] ?? CHANGE_TEXTS)
  const receiptText = status === PAYMENT_STATUS.posted && hasReceipt(payment) ? ' Its receipt is ready.' : ''
  const changeText = `Your payment of ${describePayment(payment)} ${statusText}.${receiptText}`
  const link = status === PAYMENT_STATUS.deleted ? PAYMENT_LIST_LINK : getResidentLink(payment.id)
  const label = status === PAYMENT_STATUS.rejected ? 'Reason' : 'Remarks'
  const paragraphs = [changeText, ...(remarks ? [`${label}: ${remarks}`] : [])]
  return createResidentNotification(payment, {
    title,
    message: paragraphs.join(' '),
    letter: { paragraphs },
    link,
  })
}

async function notifyOffice(
  tx: Tx,
  payment: NotifiedPayment,
  title: string,
  message: string,
  isDeleted = false,
): Promise<void> {
  const link = isDeleted ? null : getOfficeLink(payment.id)
  await notifyPageViewers(tx, {
    kind: 'payment',
    page: 'payments',
    subjectTenantId: payment.tenant_id,
    title,
    message,
    link,
  })
}

interface ResidentTexts {
  readonly title: string
  readonly message: string
  readonly letter?: MailText
  readonly link?: string
}

async function notifyResident(tx: Tx, payment: NotifiedPayment, texts: ResidentTexts): Promise<void> {
  await notifyTenant(tx, createResidentNotification(payment, texts))
}

const createResidentNotification = (
  payment: NotifiedPayment,
  texts: ResidentTexts,
): TenantNotificationInput => ({
  tenantId: payment.tenant_id,
  kind: 'payment',
  link: getResidentLink(payment.id),
  brief: `${texts.title}, ${payment.reference_number}`,
  ...texts,
})
