import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useState } from 'react'
import { moduleOf, type Ticket } from './ticket.ts'
import { sortKey } from './values.ts'

/** By which column the rows of the open page are sorted; undefined is the server's order, newest first. */
export type Sort = { key: string; direction: 'ascending' | 'descending' } | undefined

/** The order of the server, as a heading shows it. */
export const NEWEST_FIRST: Sort = { key: 'ticketNumber', direction: 'descending' }

/** The next state of a heading: up, down, then newest first again. */
export function nextSort(sort: Sort, key: string): Sort {
  if (sort?.key !== key) return { key, direction: 'ascending' }
  return sort.direction === 'ascending' ? { key, direction: 'descending' } : undefined
}

/** The rows of one page in order. Empty values stand last, whichever the direction. */
export function sorted(tickets: readonly Ticket[], sort: Sort, fallback: TicketModule): Ticket[] {
  if (!sort) return [...tickets]
  const sign = sort.direction === 'ascending' ? 1 : -1
  const keyed = tickets.map((ticket) => ({
    ticket,
    key: sortKey(moduleOf(ticket) ?? fallback, ticket, sort.key),
  }))
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      if (one === other) return 0
      if (one === '' || other === '') return one === '' ? 1 : -1
      const order =
        typeof one === 'number' && typeof other === 'number'
          ? one - other
          : String(one).localeCompare(String(other), 'en', { numeric: true })
      return order * sign
    })
    .map(({ ticket }) => ticket)
}

export function useSort(): { sort: Sort; press: (key: string) => void } {
  const [sort, setSort] = useState<Sort>()
  return { sort, press: (key) => setSort((current) => nextSort(current, key)) }
}
