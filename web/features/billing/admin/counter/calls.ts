import { pageQuery } from '#lib/api/api-query.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { CashClose, NextCashClose, Payment } from '@tahanan/contract/billing/answers.ts'
import type { PageFilter } from '../../use-paged.ts'

type Closes = ListOf<CashClose> & { next: NextCashClose }

/** Query of what the administrator took at the counter, the newest first. */
export const takenQuery = (filter: PageFilter) =>
  pageQuery<ListOf<Payment>>(['payments', 'taken', filter], '/counter-payments', filter)

/** Query of the post-dated cheques that are not posted, by their dates. */
export const waitingChequesQuery = (filter: PageFilter) =>
  pageQuery<ListOf<Payment>>(['payments', 'waiting-cheques', filter], '/waiting-cheques', filter)

/** Query of a page of the closes of the day, and of what the next would hold. */
export const cashClosesQuery = (filter: PageFilter) => ({
  ...pageQuery<Closes>(
    ['payments', 'cash-closes', filter],
    '/cash-closes',
    filter,
    // whoever counts must see the cash that a colleague takes meanwhile
    { staleTime: 0, refetchInterval: 10_000 },
  ),
  select: ({ data, ...closes }: Closes) => ({
    ...closes,
    data: data.map((close) => ({ ...close, id: close.number })),
  }),
})
