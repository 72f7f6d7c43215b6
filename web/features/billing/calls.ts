import type { ListOf, TalliedListOf } from '@tahanan/contract/answers.ts'
import type {
  Billing,
  OfferedMethod,
  Payment,
  PaymentWithHistory,
  Statement,
} from '@tahanan/contract/billing/answers.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { LiveFilter } from '../../lib/live/live-list.ts'

/** A page of payments: a resident's own, or those of a tab and search of the office. */
export function paymentsQuery(filter: LiveFilter) {
  return queryOptions({
    queryKey: ['payments', filter] as const,
    queryFn: ({ signal }) => api.get<TalliedListOf<Payment>>('/payments', { ...filter }, signal),
    placeholderData: keepPreviousData,
  })
}

/** One payment with its history. */
export function paymentQuery(id: number) {
  return queryOptions({
    queryKey: ['payment', id] as const,
    queryFn: ({ signal }) => api.get<PaymentWithHistory>(`/payment/${id}`, undefined, signal),
    staleTime: 0,
  })
}

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'] as const,
  queryFn: ({ signal }) => api.get<OfferedMethod[]>('/payment-methods', undefined, signal),
})

/** Statements of a tenant, newest first; a resident's own without `tenantId`. */
export function statementsQuery(filter: { page: number; limit: number; tenantId?: number }) {
  return queryOptions({
    // under the account's own key: a new statement changes the balance, which is told on its channel
    queryKey: ['me', 'statements', filter] as const,
    queryFn: ({ signal }) => api.get<ListOf<Statement>>('/statements', filter, signal),
    placeholderData: keepPreviousData,
  })
}

/** Query of the tenants' balances, for the office. */
export function billingsQuery(filter: { page: number; limit: number; searchTerm: string; sort?: string }) {
  return queryOptions({
    queryKey: ['billings', filter] as const,
    queryFn: ({ signal }) => api.get<ListOf<Billing>>('/billings', filter, signal),
    placeholderData: keepPreviousData,
  })
}
