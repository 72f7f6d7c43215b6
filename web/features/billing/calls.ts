import type { PaymentMethod } from '@tahanan/contract/billing/payment.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { LiveFilter } from '../../lib/live/live-list.ts'
import type { Payment, PaymentList } from './payment.ts'
import type { Billing, Statement } from './statement.ts'

interface PageOf<Row> {
  data: Row[]
  total: number
  from: number
}

/** A page of payments: a resident's own, or those of a tab and search of the office. */
export function paymentsQuery(filter: LiveFilter) {
  return queryOptions({
    queryKey: ['payments', filter] as const,
    queryFn: ({ signal }) => api.get<PaymentList>('/payments', { ...filter }, signal),
    placeholderData: keepPreviousData,
  })
}

/** One payment with its history. */
export function paymentQuery(id: number) {
  return queryOptions({
    queryKey: ['payment', id] as const,
    queryFn: ({ signal }) => api.get<Payment>(`/payment/${id}`, undefined, signal),
    staleTime: 0,
  })
}

/** A way of paying that this community offers. */
export interface OfferedMethod {
  method: PaymentMethod
  /** Its page is the sandbox, without real money. */
  sandbox: boolean
}

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'] as const,
  queryFn: async ({ signal }) => {
    const answer = await api.get<OfferedMethod[] | { data: OfferedMethod[] }>(
      '/payment-methods',
      undefined,
      signal,
    )
    return Array.isArray(answer) ? answer : answer.data
  },
})

/** Statements of a tenant, newest first; a resident's own without `tenantId`. */
export function statementsQuery(filter: { page: number; limit: number; tenantId?: number }) {
  return queryOptions({
    // under the account's own key: a new statement changes the balance, which is told on its channel
    queryKey: ['me', 'statements', filter] as const,
    queryFn: ({ signal }) => api.get<PageOf<Statement>>('/statements', filter, signal),
    placeholderData: keepPreviousData,
  })
}

/** Query of the tenants' balances, for the office. */
export function billingsQuery(filter: { page: number; limit: number; searchTerm: string; sort?: string }) {
  return queryOptions({
    queryKey: ['billings', filter] as const,
    queryFn: ({ signal }) => api.get<PageOf<Billing>>('/billings', filter, signal),
    placeholderData: keepPreviousData,
  })
}
