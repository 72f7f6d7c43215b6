import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { ClusterAccount } from './cluster.ts'
import type { TicketRow } from './gate-pass.ts'

/**
 * Simulates an open list page of the office (docs/realtime.md). Loads the list after each connection, then
 * applies the received events. Ignores an event with an older version than the row. An event with status 0
 * removes the row.
 */
export interface LiveList {
  hasTicket(id: number): boolean
  rows(): TicketRow[]
  getFetchCount(): number
  isCurrent(): boolean
  close(): void
}

export async function openList(admin: ClusterAccount, url: string, path = 'tickets'): Promise<LiveList> {
  let ticketRows: TicketRow[] = []
  let fetchCount = 0
  let current = false
  let latestFetchNumber = 0
  let changesDuringFetch: TicketRow[] = []

  const versionsById = new Map<number, string>()

  const applyRow = (row: TicketRow): void => {
    if (row.updated_at < (versionsById.get(row.id) ?? '')) return
    versionsById.set(row.id, row.updated_at)
    const rowIndex = ticketRows.findIndex(({ id }) => id === row.id)
    if (row.status === 0) ticketRows = ticketRows.filter(({ id }) => id !== row.id)
    else if (rowIndex === -1) ticketRows = [row, ...ticketRows]
    else if (row.updated_at >= (ticketRows[rowIndex]?.updated_at ?? ''))
      ticketRows = ticketRows.with(rowIndex, row)
  }
  async function fetchRows(): Promise<void> {
    const fetchNumber = ++latestFetchNumber
    current = false
    changesDuringFetch = []
    const { status, body } = await admin.withBaseUrl(url).get<{ data: TicketRow[] }>(`/${path}?limit=0`)
    if (fetchNumber !== latestFetchNumber) return
    if (status !== 200) throw new Error(`The list answers ${status}`)
    ticketRows = body.data
    for (const row of changesDuringFetch) applyRow(row)
    current = true
    fetchCount += 1
  }
  const fetchRowsUntilSuccess = (): void => {
    fetchRows().catch(() => setTimeout(fetchRowsUntilSuccess, 100))
  }

  const device = await admin.device(url, { again: true, onConnect: fetchRowsUntilSuccess })
  device.socket.on(liveChannels.adminTickets(path, admin.id), ({ data }: { data: TicketRow }) => {
    if (!current) changesDuringFetch.push(data)
    applyRow(data)
  })
  device.socket.on('disconnect', () => {
    current = false
  })
  return {
    hasTicket: (id) => ticketRows.some((row) => row.id === id),
    rows: () => ticketRows,
    getFetchCount: () => fetchCount,
    isCurrent: () => current && device.socket.connected,
    close: () => device.close(),
  }
}
