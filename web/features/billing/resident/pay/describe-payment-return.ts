import { formatTime } from '#lib/time.ts'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import {
  getGatewayOutcome,
  getOutcomeNextStep,
  formatOutcome,
} from '@tahanan/contract/billing/get-gateway-outcome.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { getRetryTime, isRejectedByOffice } from '../../payment-outcome.ts'
import { getMethodLabel, getPaymentStatusInfo } from '../../payment.ts'

type ReturnedPayment = Pick<
  PaymentWithHistory,
  'type' | 'status' | 'outsourceStatus' | 'history' | 'reservation' | 'created_at'
>

export interface ReturnTexts {
  variant: 'good' | 'waits' | 'left' | 'bad'
  title: string
  text: string
}

const TRY_AGAIN_TEXT = 'You can try again.'
const AUTO_UPDATE_TEXT = 'This page updates by itself. You can also leave it.'

/**
 * Returns the texts about a payment after the redirect from the gateway (rules 8.41). A decision of the
 * office replaces the gateway's result, except a refund, or a failure of a payment that is not verified or
 * posted. A rejection by the gateway is no decision of the office (`isRejectedByOffice`).
 */
export function describePaymentReturn(
  payment: ReturnedPayment,
  isCancelled: boolean,
  now = Date.now(),
): ReturnTexts {
  const { status, type, outsourceStatus, history } = payment
  const outcome = getGatewayOutcome(outsourceStatus)
  const label = getPaymentStatusInfo(status)?.label ?? ''
  const nextStep = getOutcomeNextStep(outcome, getMethodLabel(type))
  const title = formatOutcome(outsourceStatus)
  if (outcome === 'refunded') return { variant: 'left', title, text: nextStep }
  if (status === PAYMENT_STATUS.verified || status === PAYMENT_STATUS.posted)
    return { variant: 'good', title: toSentenceCase(label), text: 'Thank you. It is listed under Billings.' }
  if (outcome === 'failed' || outcome === 'cancelled')
    return { variant: 'bad', title, text: `${nextStep} ${TRY_AGAIN_TEXT}` }
  if (status === PAYMENT_STATUS.rejected && (outcome !== 'paid' || isRejectedByOffice({ type, history }))) {
    const rejectionStep = outcome === 'paid' ? 'Ask the office before you pay again.' : TRY_AGAIN_TEXT
    return { variant: 'bad', title: toSentenceCase(label), text: `The office rejected it. ${rejectionStep}` }
  }
  if (outcome === 'paid')
    return { variant: 'good', title, text: `Thank you. ${nextStep} This page then shows the result.` }
  if (outcome === 'begun' && isCancelled) {
    const retryTime = getRetryTime(payment, now)
    const retryText =
      retryTime === undefined ? TRY_AGAIN_TEXT : `You can pay again after ${formatTime(retryTime)}.`
    return { variant: 'left', title, text: `${nextStep} ${retryText}` }
  }
  return {
    variant: 'waits',
    title,
    text: `${getOutcomeNextStep('waiting', getMethodLabel(type))} ${AUTO_UPDATE_TEXT}`,
  }
}

const toSentenceCase = (label: string): string => label.charAt(0) + label.slice(1).toLowerCase()
