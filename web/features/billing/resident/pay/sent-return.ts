import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { ReturnParameters } from '../../return-parameters.ts'

/** Names of a Dragonpay return beyond `txnid`, `refno`, `status`, `message` and `digest`; newer signatures cover them. */
const SIGNED = [
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
 * Hands what came over to the server, which decides what it is worth (rules 8.21). Dragonpay's return says status
 * 2 with the gateway's letter. Doing it twice does no harm, so that a reload needs no care.
 */
export function sentReturn({ method, key = '', params }: ReturnParameters) {
  const of = (name: string): string => params.get(name) ?? ''
  const body = () =>
    method === 'dragonpay'
      ? {
          txnId: key,
          refNo: of('refno'),
          status: 2,
          outsourceStatus: of('status'),
          message: of('message'),
          digest: of('digest'),
          ...Object.fromEntries(SIGNED.flatMap((name) => (params.has(name) ? [[name, of(name)]] : []))),
        }
      : {
          paymentId: key,
          status: of('status'),
          outsourceStatus: of('outsourceStatus'),
          message: of('message'),
          digest: of('digest'),
        }
  return queryOptions({
    queryKey: ['gateway-return', method, key] as const,
    queryFn: () => api.put<Payment>(`/payment-${method}/${encodeURIComponent(key)}`, body(), { quiet: true }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}
