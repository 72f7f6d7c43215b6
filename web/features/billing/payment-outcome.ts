import type { Payment } from '@tahanan/contract/billing/answers.ts'
import {
  FAILED_LETTERS,
  gatewayOutcome,
  type GatewayOutcomeName,
  outcomeWord,
} from '@tahanan/contract/billing/gateway-outcome.ts'
import { isByGateway, paymentTypeInfo } from '@tahanan/contract/billing/payment.ts'

type Stated = Pick<Payment, 'type' | 'status' | 'outsourceStatus' | 'reservation'>

/** Returns what became of a payment at its gateway; undefined where no gateway takes it. */
export function outcomeOf({
  type,
  outsourceStatus,
}: Pick<Stated, 'type' | 'outsourceStatus'>): GatewayOutcomeName | undefined {
  return isByGateway(type) ? gatewayOutcome(outsourceStatus) : undefined
}

/** The word for a payment's outcome at its gateway; empty where no gateway takes it. */
export function outcomeText(
  { type, outsourceStatus }: Pick<Stated, 'type' | 'outsourceStatus'>,
  reader: 'resident' | 'office',
): string {
  return isByGateway(type) ? outcomeWord(outsourceStatus, reader) : ''
}

/** Whether a deposit waits for the office, which its tag does not tell apart from payments that were only begun. */
export const isSentSlip = ({ type, status, reservation }: Stated): boolean =>
  paymentTypeInfo(type).channel === 'deposit' && status === 2 && !reservation

/** Where to pay again what did not go through; undefined for a payment that was made. */
export function retryAddress(payment: Stated): string | undefined {
  const { type, status, outsourceStatus: letter, reservation } = payment
  const isUnpaid = isByGateway(type) && status <= 2 && (letter === null || FAILED_LETTERS.includes(letter))
  if ((status !== 5 && !isUnpaid) || reservation) return undefined
  const { channel, method } = paymentTypeInfo(type)
  return channel === 'office' ? '/billings/payments' : `/billings/payments/${method}`
}
