import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { ReturnParameters } from '../../return-parameters.ts'

const EXTRA_PARAMETERS = [
  'signature',
  'signatures',
  'param1',
  'param2',
  'amount',
  'ccy',
  'procid',
  'settledate',
] as const

/**
 * Sends the URL parameters of a gateway's redirect to the server, which verifies them (rules 8.21). Sending
 * them again has no effect.
 */
export function buildReturnQuery({ method, key = '', params }: ReturnParameters) {
  const getParam = (name: string): string => params.get(name) ?? ''
  const buildRequestBody = () =>
    method === 'dragonpay'
      ? {
          txnId: key,
          refNo: getParam('refno'),
          status: PAYMENT_STATUS.forVerification,
          outsourceStatus: getParam('status'),
          message: getParam('message'),
          digest: getParam('digest'),
          ...Object.fromEntries(
            EXTRA_PARAMETERS.flatMap((name) => (params.has(name) ? [[name, getParam(name)]] : [])),
          ),
        }
      : {
          paymentId: key,
          status: getParam('status'),
          outsourceStatus: getParam('outsourceStatus'),
          message: getParam('message'),
          digest: getParam('digest'),
        }
  return queryOptions({
    queryKey: ['gateway-return', method, key] as const,
    queryFn: () =>
      api.put<Payment>(`/payment-${method}/${encodeURIComponent(key)}`, buildRequestBody(), { quiet: true }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}
