import { channels } from '@tahanan/contract/channels.ts'
import type { Person } from './cluster.ts'
import type { TicketRow } from './gate-pass.ts'

/**
 * The gate passes of the office as an open page holds them (docs/realtime.md): fetched after each connection, then a known
 * id replaces its row, a new one goes to the top, status 0 takes it out, and what is older than what was heard is dropped. Rows are compared with what a fresh page gets.
 */
export interface LiveList {
  shows(id: number): boolean
  rows(): TicketRow[]
  /** Number of fetches so far. */
  fetched(): number
  /** Whether it is connected and has been fetched since. */
  isCurrent(): boolean
  close(): void
}

export async function openList(admin: Person, url: string): Promise<LiveList> {
  let rows: TicketRow[] = []
  let fetched = 0
  let current = false
  let latest = 0
  // events during a fetch belong on top of it
  let meanwhile: TicketRow[] = []

  const heard = new Map<number, string>()

  const put = (row: TicketRow): void => {
    if (row.updated_at < (heard.get(row.id) ?? '')) return
    heard.set(row.id, row.updated_at)
    const at = rows.findIndex(({ id }) => id === row.id)
    if (row.status === 0) rows = rows.filter(({ id }) => id !== row.id)
    else if (at === -1) rows = [row, ...rows]
    else if (row.updated_at >= (rows[at]?.updated_at ?? '')) rows = rows.with(at, row)
  }
  async function refresh(): Promise<void> {
    const mine = ++latest
    current = false
    meanwhile = []
    const { status, body } = await admin.over(url).get<{ data: TicketRow[] }>('/tickets?limit=0')
    if (mine !== latest) return
    if (status !== 200) throw new Error(`The list answers ${status}`)
    rows = body.data
    for (const row of meanwhile) put(row)
    current = true
    fetched += 1
  }
  const retry = (): void => {
    refresh().catch(() => setTimeout(retry, 100))
  }

  const device = await admin.device(url, { again: true, onConnect: retry })
  device.socket.on(channels.adminTickets('tickets', admin.id), ({ data }: { data: TicketRow }) => {
    if (!current) meanwhile.push(data)
    put(data)
  })
  device.socket.on('disconnect', () => {
    current = false
  })
  return {
    shows: (id) => rows.some((row) => row.id === id),
    rows: () => rows,
    fetched: () => fetched,
    isCurrent: () => current && device.socket.connected,
    close: () => device.close(),
  }
}
