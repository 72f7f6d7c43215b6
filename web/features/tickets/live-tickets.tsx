import { queryClient } from '#lib/api/query-client.ts'
import type { ListFilter } from '#lib/api/records.ts'
import { useChannel } from '#lib/live/live.ts'
import { useLiveList } from '#lib/live/use-live-list.ts'
import { getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketsQuery } from './calls.ts'

interface LiveTicketsProps {
  modules: readonly TicketModule[]
  getChannel: (many: string) => string
  many: string
  filter: ListFilter
  onMark: (id: number, words: string) => void
}

export function LiveTickets({ modules, getChannel, many, filter, onMark }: LiveTicketsProps) {
  const put = useLiveList<Ticket>({
    queryKey: ticketsQuery(many, filter).queryKey,
    path: `/${many}`,
    filter,
    statusWords: ({ status }) => getStatusInfo(status).past,
    onMark,
  })
  const receive = (row: Ticket): void => {
    put(row)
    void queryClient.invalidateQueries({ queryKey: ['ticket', row.id] })
    void queryClient.invalidateQueries({ queryKey: ['pass', row.id] })
    void queryClient.invalidateQueries({ queryKey: ['slots'] })
  }
  return modules.map((module) => (
    <Listener key={module.name} channel={getChannel(module.path.many)} onRow={receive} />
  ))
}

function Listener({ channel, onRow }: { channel: string; onRow: (row: Ticket) => void }) {
  useChannel<Ticket>(channel, onRow)
  return null
}
