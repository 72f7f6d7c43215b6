import { useState } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { paymentsQuery } from '../../calls.ts'

interface ReadPage {
  page: number
  data: readonly Payment[]
}

/** Finds the next payment in the order of the list, across pages. */
export interface PaymentAfter {
  has: (id: number) => boolean
  /** Returns the next id; undefined at the end, or for a payment outside the list. */
  find: (id: number) => Promise<number | undefined>
}

/** Finds payments after those of the open page; a fetched page is cached. */
export function usePaymentAfter(filter: ListFilter, list: ListOf<Payment> | undefined): PaymentAfter {
  const [ahead, setAhead] = useState<ReadPage>()
  const total = list?.total ?? 0
  const known = [list && { page: filter.page, data: list.data }, ahead]
  const pageWith = (id: number) => known.find((page) => page?.data.some((payment) => payment.id === id))
  const nextIn = (page: ReadPage | undefined, id: number) =>
    page?.data[page.data.findIndex((payment) => payment.id === id) + 1]
  const isLastPage = ({ page }: ReadPage) => page * filter.limit >= total
  return {
    has: (id) => {
      const page = pageWith(id)
      return page !== undefined && (nextIn(page, id) !== undefined || !isLastPage(page))
    },
    find: async (id) => {
      const page = pageWith(id)
      const next = nextIn(page, id)
      if (next || !page || isLastPage(page)) return next?.id
      const read = { ...filter, page: page.page + 1 }
      const { data } = await queryClient.fetchQuery(paymentsQuery(read)).catch(() => ({ data: [] }))
      setAhead({ page: read.page, data })
      return data[0]?.id
    },
  }
}
