import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { statusInfo } from '@tahanan/contract/statuses.ts'
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../lib/api.ts'
import { useChannel } from '../lib/live.ts'
import { type TicketFilter, ticketsQuery } from './calls.ts'
import { applyEvent } from './live-list.ts'
import type { Ticket, TicketList } from './ticket.ts'

interface LiveTicketsProps {
  /** The modules whose events concern the list. */
  modules: readonly TicketModule[]
  /** Name of the reader's channel of a module, by its `path.many`. */
  channelOf: (many: string) => string
  /** Whose list is open: a module's, or `services`. */
  many: string
  filter: TicketFilter
  /** Lights a row up. */
  onMark: (id: number, words: string) => void
}

/** Listens while a list is open, and puts what happens into it. Draws nothing. */
export function LiveTickets({ modules, channelOf, many, filter, onMark }: LiveTicketsProps) {
  const client = useQueryClient()
  const recount = useRecount(client, many, filter)
  const receive = (row: Ticket): void => {
    const { queryKey } = ticketsQuery(many, filter)
    const open = client.getQueryData(queryKey)
    if (open) {
      const applied = applyEvent(open, row, filter)
      client.setQueryData(queryKey, applied.list)
      if (applied.mark) onMark(row.id, wordsOf(applied.mark, row, open))
      if (applied.recount) recount()
    }
    // pages and tabs that are not open are fetched when they are opened
    const here = hashKey(queryKey)
    void client.invalidateQueries({
      predicate: (query) => query.queryKey[0] === 'tickets' && query.queryHash !== here && !query.isActive(),
      refetchType: 'none',
    })
    void client.invalidateQueries({ queryKey: ['ticket', row.id] })
    void client.invalidateQueries({ queryKey: ['slots'] })
  }
  return modules.map((module) => (
    <Listener key={module.name} channel={channelOf(module.path.many)} onRow={receive} />
  ))
}

interface ListenerProps {
  channel: string
  onRow: (row: Ticket) => void
}

function Listener({ channel, onRow }: ListenerProps) {
  useChannel<Ticket>(channel, onRow)
  return null
}

function wordsOf(mark: 'added' | 'updated', row: Ticket, before: TicketList): string {
  if (mark === 'added') return 'Just added'
  const old = before.data.find(({ id }) => id === row.id)
  return old && old.status !== row.status ? `Just updated: ${statusInfo(row.status).past}` : 'Just updated'
}

const RECOUNT_MS = 600

/** Asks for the totals alone, a moment after the last event, so that no row moves and a burst costs one call. */
function useRecount(client: QueryClient, many: string, filter: TicketFilter): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = async (): Promise<void> => {
    const { queryKey } = ticketsQuery(many, filter)
    try {
      const { total, counts } = await api.get<TicketList>(`/${many}`, { ...filter, page: 1, limit: 1 })
      client.setQueryData(queryKey, (list) => list && { ...list, total, ...(counts && { counts }) })
    } catch {
      // the figures stay as they were; the next event or load brings them
    }
  }
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(), RECOUNT_MS)
  }
}
