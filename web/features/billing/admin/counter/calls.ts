import { pageQuery } from '#lib/api/api-query.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { CashClose, NextCashClose, Payment } from '@tahanan/contract/billing/answers.ts'
import type { PageFilter } from '../../use-paged.ts'

type Closes = ListOf<CashClose> & { next: NextCashClose; receiptPrefix: string }

export const takenQuery = (filter: PageFilter) =>
  pageQuery<ListOf<Payment>>(['payments', 'taken', filter], '/counter-payments', filter)

export const waitingChequesQuery = (filter: PageFilter) =>
  pageQuery<ListOf<Payment>>(['payments', 'waiting-cheques', filter], '/waiting-cheques', filter)

export const cashClosesQuery = (filter: PageFilter) => ({
  ...pageQuery<Closes>(
    ['payments', 'cash-closes', filter],
    '/cash-closes',
    filter,
    // Polls, because colleagues may receive more cash while the office counts it.
    { staleTime: 0, refetchInterval: 10_000 },
  ),
  select: ({ data, ...closes }: Closes) => ({
    ...closes,
    data: data.map((close) => ({ ...close, id: close.number })),
  }),
})
