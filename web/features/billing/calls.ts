import { apiQuery, pageQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { LINKS_AGE_MS, type ListFilter } from '#lib/api/records.ts'
import type { LiveFilter } from '#lib/live/live-list.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  AgedTenant,
  BankAccount,
  BillingList,
  CheckedStatement,
  Collection,
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

/** Keys of the queries that tell what a tenant owes, for whatever changes it. */
export const BALANCE_KEYS = [['billings'], ['me', 'tenant'], ['me', 'ledger'], ['records', 'tenants']]

/** A page of payments: a resident's own, or those of a tab and search of the office. */
export const paymentsQuery = (filter: LiveFilter) =>
  pageQuery<PaymentList>(['payments', filter], '/payments', { ...filter })

/** One payment with its history. */
export const paymentQuery = (id: number) =>
  apiQuery<PaymentWithHistory>(['payment', id], `/payment/${id}`, {}, { staleTime: 0 })

export const paymentMethodsQuery = apiQuery<OfferedMethod[]>(['payment-methods'], '/payment-methods')

/** First word of the keys of all lists of certificates. */
export const CERTIFICATES = 'withholding-certificates'

/** Query of a page of the certificates of tax withheld. */
export const certificatesQuery = (filter: Omit<ListFilter, 'status'> & { status: CertificateStatus }) =>
  pageQuery<ListOf<WithholdingCertificate>>(
    [CERTIFICATES, filter],
    `/${CERTIFICATES}`,
    { ...filter },
    { refetchInterval: LINKS_AGE_MS },
  )

/** Query of the office's bank accounts. Each page asks anew: nobody should pay into one of before. */
export const bankAccountsQuery = apiQuery<{ data: BankAccount[]; total: number }>(
  ['bank-accounts'],
  '/bank-accounts',
  {},
  { staleTime: 0, refetchInterval: LINKS_AGE_MS },
)

/**
 * Statements of a tenant, newest first; a resident's own without `tenantId`. They are kept under the account's own key: a new
 * statement changes the balance, which is told on its channel.
 */
export const statementsQuery = (filter: { page: number; limit: number; tenantId?: number }) =>
  pageQuery<ListOf<Statement>>(['me', 'statements', filter], '/statements', filter)

/** Query of what was posted and reversed in a period, days of the community. */
export const collectionsQuery = (from: string, to: string) =>
  apiQuery<{ data: Collection[] }>(['payments', 'collections', from, to], '/collections', { from, to })

export const openChargesQuery = (tenantId: number) =>
  apiQuery<OpenCharges>(['me', 'ledger', tenantId, 'open'], `/open-charges/${tenantId}`)

/** Query of a page of a tenant's ledger, newest first; under the account's own key, since its balance is told with it. */
export const ledgerQuery = (tenantId: number, filter: { page: number; limit: number }) =>
  pageQuery<Ledger>(['me', 'ledger', tenantId, filter], `/ledger/${tenantId}`, filter)

/** Query of the tenants' balances, for the office. */
export const billingsQuery = (filter: ListFilter) =>
  pageQuery<BillingList>(['billings', filter], '/billings', { ...filter })

/** Query of what tenants owe by its age, as of a day of the community. */
export const ageingQuery = (asOf: string) =>
  pageQuery<{ data: AgedTenant[]; total: number }>(['billings', 'ageing', asOf], '/ageing', { asOf })

/** Query of the statements of a period beside what the office posted, days of the community. */
export const statementCheckQuery = (from: string, to: string) =>
  pageQuery<{ data: CheckedStatement[]; total: number }>(
    ['billings', 'statement-check', from, to],
    '/statement-check',
    { from, to },
  )

/** A closed Payfile batch with its rows. */
export type BatchWithRows = PayfileBatch & { data: PayfileRow[] }

/** Query of a page of the closed Payfile batches, and of what the next would hold. */
export const payfileBatchesQuery = (filter: { page: number; limit: number }) =>
  pageQuery<ListOf<PayfileBatch> & { next: NextPayfileBatch }>(
    ['payments', 'payfile-batches', filter],
    '/payfile-batches',
    filter,
  )

/** Query of what chosen payments hold, before they are exported. */
export const payfileContentsQuery = (payments: object) => ({
  queryKey: ['payments', 'payfile-contents', payments],
  queryFn: () => api.post<PayfileContents>('/payfile-contents', payments),
  staleTime: 0,
})
