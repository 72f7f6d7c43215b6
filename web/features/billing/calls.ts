import { apiQuery, pageQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { LINKS_AGE_MS, type ListFilter } from '#lib/api/records.ts'
import type { LiveFilter } from '#lib/live/live-list.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  BankAccount,
  BillingList,
  Ledger,
  NextPayfileBatch,
  OpenCharges,
  OfferedMethod,
  PayfileBatch,
  PayfileContents,
  PayfileRow,
  PaymentList,
  PaymentWithHistory,
  Statement,
  WithholdingCertificate,
} from '@tahanan/contract/billing/answers.ts'
import type { CertificateStatus } from '@tahanan/contract/billing/withholding.ts'
import type { AgedTenant, CheckedStatement, Collection } from '@tahanan/contract/reports/answers.ts'

export const BALANCE_KEYS = [['billings'], ['me', 'tenant'], ['me', 'ledger'], ['records', 'tenants']]

export const paymentsQuery = (filter: LiveFilter) =>
  pageQuery<PaymentList>(['payments', filter], '/payments', { ...filter })

export const paymentQuery = (id: number) =>
  apiQuery<PaymentWithHistory>(['payment', id], `/payment/${id}`, {}, { staleTime: 0 })

export const paymentMethodsQuery = apiQuery<OfferedMethod[]>(['payment-methods'], '/payment-methods')

export const CERTIFICATES = 'withholding-certificates'

export const certificatesQuery = (filter: Omit<ListFilter, 'status'> & { status: CertificateStatus }) =>
  pageQuery<ListOf<WithholdingCertificate>>(
    [CERTIFICATES, filter],
    `/${CERTIFICATES}`,
    { ...filter },
    { refetchInterval: LINKS_AGE_MS },
  )

/** Never served from an old cache, because a resident could pay into an outdated bank account. */
export const bankAccountsQuery = apiQuery<{ data: BankAccount[]; total: number }>(
  ['bank-accounts'],
  '/bank-accounts',
  {},
  { staleTime: 0, refetchInterval: LINKS_AGE_MS },
)

/**
 * Loads statements of a tenant; without `tenantId`, of the logged-in resident. The key begins with `me`,
 * because events that change a balance refetch all queries with this prefix.
 */
export const statementsQuery = (filter: { page: number; limit: number; tenantId?: number }) =>
  pageQuery<ListOf<Statement>>(['me', 'statements', filter], '/statements', filter)

export const collectionsQuery = (from: string, to: string) =>
  apiQuery<{ data: Collection[] }>(['payments', 'collections', from, to], '/collections', { from, to })

export const openChargesQuery = (tenantId: number) =>
  apiQuery<OpenCharges>(['me', 'ledger', tenantId, 'open'], `/open-charges/${tenantId}`)

/**
 * Loads a tenant's ledger. The key begins with `me`, because events that change a balance refetch all queries
 * with this prefix.
 */
export const ledgerQuery = (tenantId: number, filter: { page: number; limit: number }) =>
  pageQuery<Ledger>(['me', 'ledger', tenantId, filter], `/ledger/${tenantId}`, filter)

export const billingsQuery = (filter: ListFilter) =>
  pageQuery<BillingList>(['billings', filter], '/billings', { ...filter })

export const ageingQuery = (asOf: string) =>
  pageQuery<{ data: AgedTenant[]; total: number }>(['billings', 'ageing', asOf], '/ageing', { asOf })

export const statementCheckQuery = (from: string, to: string) =>
  pageQuery<{ data: CheckedStatement[]; total: number }>(
    ['billings', 'statement-check', from, to],
    '/statement-check',
    { from, to },
  )

export type BatchWithRows = PayfileBatch & { data: PayfileRow[] }

export const payfileBatchesQuery = (filter: { page: number; limit: number }) =>
  pageQuery<ListOf<PayfileBatch> & { next: NextPayfileBatch }>(
    ['payments', 'payfile-batches', filter],
    '/payfile-batches',
    filter,
  )

export const payfileContentsQuery = (payments: object) => ({
  queryKey: ['payments', 'payfile-contents', payments],
  queryFn: () => api.post<PayfileContents>('/payfile-contents', payments),
  staleTime: 0,
})
