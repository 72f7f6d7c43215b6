import { createPageQuery } from '#lib/api/create-api-query.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { CashClose, NextCashClose, Payment } from '@tahanan/contract/billing/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { PageFilter } from '../../use-paged-query.ts'

type CashCloseList = ListOf<CashClose> & {
  next: NextCashClose
  receiptPrefix: string
  isTaxedCashPostedLater: boolean
}

export const FIRST_PAGE: PageFilter = { page: 1, limit: LIMITS.pageSize }

export const counterPaymentsQuery = (filter: PageFilter) =>
  createPageQuery<ListOf<Payment>>(['payments', 'taken', filter], '/counter-payments', filter)

export const chequesToDepositQuery = (filter: PageFilter) =>
  createPageQuery<ListOf<Payment>>(['payments', 'waiting-cheques', filter], '/waiting-cheques', filter)

export const cashClosesQuery = (filter: PageFilter) => ({
  ...createPageQuery<CashCloseList>(
    ['payments', 'cash-closes', filter],
    '/cash-closes',
    filter,
    // Polls, because colleagues may receive more cash while the office counts it.
    { staleTime: 0, refetchInterval: 10_000 },
  ),
  select: ({ data, ...closes }: CashCloseList) => ({
    ...closes,
    data: data.map((close) => ({ ...close, id: close.number })),
  }),
})
