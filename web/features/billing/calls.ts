import { api } from '#lib/api/api.ts'
import { createApiQuery, createPageQuery } from '#lib/api/create-api-query.ts'
import { LINK_REFRESH_MS, type ListPageFilter } from '#lib/api/row-queries.ts'
import type { LiveFilter } from '#lib/live/live-list.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  BankAccount,
  BillingList,
  Ledger,
  NextPayfileBatch,
  OpenCharges,
  AvailablePaymentMethod,
  PayfileBatch,
  PayfileContents,
  PayfileRow,
  PaymentList,
  PaymentWithHistory,
  Statement,
  WithholdingCertificate,
} from '@tahanan/contract/billing/answers.ts'
import type { CertificateStatus } from '@tahanan/contract/billing/withholding.ts'
import type { TenantAgeing, StatementCheck, Collection } from '@tahanan/contract/reports/answers.ts'

export const BALANCE_KEYS = [['billings'], ['me', 'tenant'], ['me', 'ledger'], ['records', 'tenants']]

export const paymentsQuery = (filter: LiveFilter) =>
  createPageQuery<PaymentList>(['payments', filter], '/payments', { ...filter })

export const paymentQuery = (id: number) =>
  createApiQuery<PaymentWithHistory>(['payment', id], `/payment/${id}`, {}, { staleTime: 0 })

export const paymentMethodsQuery = createApiQuery<AvailablePaymentMethod[]>(
  ['payment-methods'],
  '/payment-methods',
)

export const CERTIFICATES_PATH = 'withholding-certificates'

export const certificatesQuery = (filter: Omit<ListPageFilter, 'status'> & { status: CertificateStatus }) =>
  createPageQuery<ListOf<WithholdingCertificate>>(
    [CERTIFICATES_PATH, filter],
    `/${CERTIFICATES_PATH}`,
    { ...filter },
    { refetchInterval: LINK_REFRESH_MS },
  )

/** Never served from an old cache, because a resident could pay into an outdated bank account. */
export const bankAccountsQuery = createApiQuery<{ data: BankAccount[]; total: number }>(
  ['bank-accounts'],
  '/bank-accounts',
  {},
  { staleTime: 0, refetchInterval: LINK_REFRESH_MS },
)

/**
 * Without `tenantId`, loads the statements of the logged-in resident. The key begins with `me`, because
 * events that change a balance refetch all queries with this prefix.
 */
export const statementsQuery = (filter: { page: number; limit: number; tenantId?: number }) =>
  createPageQuery<ListOf<Statement>>(['me', 'statements', filter], '/statements', filter)

export const collectionsQuery = (from: string, to: string) =>
  createApiQuery<{ data: Collection[] }>(['payments', 'collections', from, to], '/collections', { from, to })

export const openChargesQuery = (tenantId: number) =>
  createApiQuery<OpenCharges>(['me', 'ledger', tenantId, 'open'], `/open-charges/${tenantId}`)

/** The key begins with `me`, because events that change a balance refetch all queries with this prefix. */
export const ledgerQuery = (tenantId: number, filter: { page: number; limit: number }) =>
  createPageQuery<Ledger>(['me', 'ledger', tenantId, filter], `/ledger/${tenantId}`, filter)

export const billingsQuery = (filter: ListPageFilter) =>
  createPageQuery<BillingList>(['billings', filter], '/billings', { ...filter })

export const ageingQuery = (asOf: string) =>
  createPageQuery<{ data: TenantAgeing[]; total: number }>(['billings', 'ageing', asOf], '/ageing', { asOf })

export const statementCheckQuery = (from: string, to: string) =>
  createPageQuery<{ data: StatementCheck[]; total: number }>(
    ['billings', 'statement-check', from, to],
    '/statement-check',
    { from, to },
  )

export type BatchWithRows = PayfileBatch & { data: PayfileRow[] }

export const payfileBatchesQuery = (filter: { page: number; limit: number }) =>
  createPageQuery<ListOf<PayfileBatch> & { next: NextPayfileBatch }>(
    ['payments', 'payfile-batches', filter],
    '/payfile-batches',
    filter,
  )

export const payfileContentsQuery = (payments: object) => ({
  queryKey: ['payments', 'payfile-contents', payments],
  queryFn: () => api.post<PayfileContents>('/payfile-contents', payments),
  staleTime: 0,
})
