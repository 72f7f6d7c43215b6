import { queryClient } from '#lib/api/query-client.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { useLiveEvent } from '#lib/live/live.ts'
import { useLiveList } from '#lib/live/use-live-list.ts'
import { getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketsQuery } from './calls.ts'

interface LiveTicketsProps {
  modules: readonly TicketModule[]
  getChannel: (listPath: string) => string
  listPath: string
  filter: ListPageFilter
  onMark: (id: number, markText: string) => void
}

export function LiveTickets({ modules, getChannel, listPath, filter, onMark }: LiveTicketsProps) {
  const updateRow = useLiveList<Ticket>({
    queryKey: ticketsQuery(listPath, filter).queryKey,
    path: `/${listPath}`,
    filter,
    getStatusText: ({ status }) => getStatusInfo(status).pastParticiple,
    onMark,
  })
  const handleRow = (row: Ticket): void => {
    updateRow(row)
    void queryClient.invalidateQueries({ queryKey: ['ticket', row.id] })
    void queryClient.invalidateQueries({ queryKey: ['pass', row.id] })
    void queryClient.invalidateQueries({ queryKey: ['slots'] })
  }
  return modules.map((module) => (
    <Listener key={module.name} channel={getChannel(module.path.many)} onRow={handleRow} />
  ))
}

function Listener({ channel, onRow }: { channel: string; onRow: (row: Ticket) => void }) {
  useLiveEvent<Ticket>(channel, onRow)
  return null
}
