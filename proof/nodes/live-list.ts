import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { ClusterAccount } from './cluster.ts'
import type { TicketRow } from './gate-pass.ts'

/**
 * Simulates an open list page of the office (docs/realtime.md). Fetches the list after each connection, then
 * applies events. Ignores events with an older version than the row; status 0 removes a row.
 */
export interface LiveList {
  shows(id: number): boolean
  rows(): TicketRow[]
  fetched(): number
  isCurrent(): boolean
  close(): void
}

export async function openList(admin: ClusterAccount, url: string, path = 'tickets'): Promise<LiveList> {
  let rows: TicketRow[] = []
  let fetchCount = 0
  let current = false
  let latestFetchNumber = 0
  let meanwhile: TicketRow[] = []

  const versions = new Map<number, string>()

  const applyRow = (row: TicketRow): void => {
    if (row.updated_at < (versions.get(row.id) ?? '')) return
    versions.set(row.id, row.updated_at)
    const at = rows.findIndex(({ id }) => id === row.id)
    if (row.status === 0) rows = rows.filter(({ id }) => id !== row.id)
    else if (at === -1) rows = [row, ...rows]
    else if (row.updated_at >= (rows[at]?.updated_at ?? '')) rows = rows.with(at, row)
  }
  async function fetchRows(): Promise<void> {
    const fetchNumber = ++latestFetchNumber
    current = false
    meanwhile = []
    const { status, body } = await admin.over(url).get<{ data: TicketRow[] }>(`/${path}?limit=0`)
    if (fetchNumber !== latestFetchNumber) return
    if (status !== 200) throw new Error(`The list answers ${status}`)
    rows = body.data
    for (const row of meanwhile) applyRow(row)
    current = true
    fetchCount += 1
  }
  const fetchRowsUntilSuccess = (): void => {
    fetchRows().catch(() => setTimeout(fetchRowsUntilSuccess, 100))
  }

  const device = await admin.device(url, { again: true, onConnect: fetchRowsUntilSuccess })
  device.socket.on(liveChannels.adminTickets(path, admin.id), ({ data }: { data: TicketRow }) => {
    if (!current) meanwhile.push(data)
    applyRow(data)
  })
  device.socket.on('disconnect', () => {
    current = false
  })
  return {
    shows: (id) => rows.some((row) => row.id === id),
    rows: () => rows,
    fetched: () => fetchCount,
    isCurrent: () => current && device.socket.connected,
    close: () => device.close(),
  }
}
