import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { getTicketSorts, TICKET_SORTS } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { MODULE_SORT_EXPRESSIONS } from './repository.ts'
import { DAY_MS, createTestTicket, type TicketListAnswer, type Ticket } from './testing.ts'

/** Test tenants. Their orders by id, by code and by name differ, so that a wrong sort column is noticed. */
const CLIENTS = [
  { clientCode: 'C-2', uoccname: 'abad, Ana' },
  { clientCode: 'a-3', uoccname: 'Cruz, Carla' },
  { clientCode: 'B-1', uoccname: 'Bautista, Ben' },
]
const DAYS_AHEAD_BY_TICKET = [9, 2, 14, 5, 11, 3, 8, 20, 7, 4, 16, 6]
const STATUS_BY_TICKET = [1, 2, 6, 1, 5, 2, 1, 6, 1, 2, 5, 1]

const portal = await openTestPortal()
const admin = await portal.as('admin')
const residents = await Promise.all(CLIENTS.map((client) => portal.as('client', client)))
for (const [index, days] of DAYS_AHEAD_BY_TICKET.entries()) {
  const { id } = await createTestTicket(residents[index % 3]!, 'gatePass', {
    dateOfUse: new Date(Date.now() + days * DAY_MS).toISOString(),
    bearerName: index % 2 === 0 ? 'Rodel' : 'Dodong',
  })
  await portal.db
    .updateTable('tickets')
    .set({ status: STATUS_BY_TICKET[index] })
    .where('id', '=', id)
    .execute()
}
await createTestTicket(residents[0]!, 'commendation')

/**
 * Fetches a whole list in pages of five rows. A single page would not reveal rows that are missing or
 * repeated between pages.
 */
async function loadAllPages(caller: LoggedInCaller, path: string, query: string): Promise<Ticket[]> {
  const rows: Ticket[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await caller.get<TicketListAnswer>(`/${path}?${query}&limit=5&page=${page}`)
    expect([path, query, status]).toEqual([path, query, 200])
    rows.push(...body.data)
    if (rows.length >= body.total || body.data.length === 0) return rows
  }
}

type Key = (row: Ticket) => string | number
const SORT_KEYS: Readonly<Record<string, Key>> = {
  ticketNumber: ({ ticketNumber }) => ticketNumber,
  clientCode: ({ tenant }) => (tenant as { clientCode: string }).clientCode.toLowerCase(),
  clientName: ({ tenant }) => (tenant as { uoccname: string }).uoccname.toLowerCase(),
  created_at: ({ created_at }) => String(created_at),
  status: ({ status }) => status,
  dateOfUse: ({ dateOfUse }) => String(dateOfUse),
}

const sortRows = (rows: Ticket[], key: Key, isDescending: boolean) =>
  rows.toSorted((a, b) => {
    const [firstKey, secondKey] = [key(a), key(b)]
    if (firstKey === secondKey) return b.id - a.id
    return firstKey < secondKey === isDescending ? 1 : -1
  })

const getIds = (rows: Ticket[]) => rows.map(({ id }) => id)

test('a list is sorted across all pages, by each key in both directions', async () => {
  const newestTickets = await loadAllPages(admin, 'tickets', '')
  expect(newestTickets).toHaveLength(DAYS_AHEAD_BY_TICKET.length)
  for (const key of getTicketSorts(getModule('gatePass')))
    for (const sort of [key, `-${key}`]) {
      const sortedTickets = sortRows(newestTickets, SORT_KEYS[key]!, sort.startsWith('-'))
      expect([sort, getIds(await loadAllPages(admin, 'tickets', `sort=${sort}`))]).toEqual([
        sort,
        getIds(sortedTickets),
      ])
      const matchingTickets = sortedTickets.filter(({ bearerName }) => bearerName === 'Rodel')
      expect([sort, getIds(await loadAllPages(admin, 'tickets', `searchTerm=rodel&sort=${sort}`))]).toEqual([
        sort,
        getIds(matchingTickets),
      ])
      const approvedTickets = sortedTickets.filter(({ status }) => status === 2)
      expect(getIds(await loadAllPages(admin, 'tickets', `status=2&sort=${sort}`))).toEqual(
        getIds(approvedTickets),
      )
    }
})

test('the Services list is sorted across modules, and residents sort their own', async () => {
  const allTickets = await loadAllPages(admin, 'services', '')
  for (const key of TICKET_SORTS)
    for (const sort of [key, `-${key}`]) {
      const sortedTickets = sortRows(allTickets, SORT_KEYS[key]!, sort.startsWith('-'))
      expect([sort, getIds(await loadAllPages(admin, 'services', `sort=${sort}`))]).toEqual([
        sort,
        getIds(sortedTickets),
      ])
    }
  const ownTickets = await loadAllPages(residents[1]!, 'tickets', 'sort=dateOfUse')
  expect(ownTickets.map(({ tenantId }) => tenantId)).toEqual(ownTickets.map(() => residents[1]!.id))
  expect(getIds(ownTickets)).toEqual(getIds(sortRows(ownTickets, SORT_KEYS.dateOfUse!, false)))
  expect(ownTickets).toHaveLength(4)
})

test('unknown sort keys answer 400', async () => {
  for (const sort of ['bearerName', '-tenant', 'dateFrom', '--status', 'status,id', 'details', '1'])
    expect([sort, (await admin.get(`/tickets?sort=${sort}`)).status]).toEqual([sort, 400])
  expect((await admin.get('/services?sort=dateOfUse')).status).toBe(400)
})

const getStatus = async (query: string) => (await admin.get(`/tickets?${query}`)).status

test('newest first has no page limit, every other order ends after 1,000 pages', async () => {
  for (const sort of ['', '-created_at', '-ticketNumber'])
    expect([sort, await getStatus(`sort=${sort}&page=1001`)]).toEqual([sort, 200])
  for (const sort of ['created_at', 'ticketNumber', '-status', 'dateOfUse', 'clientName']) {
    expect([sort, await getStatus(`sort=${sort}&page=1000`)]).toEqual([sort, 200])
    const { status, body } = await admin.get<{ errors: object }>(`/tickets?sort=${sort}&page=1001`)
    expect([sort, status, body.errors]).toEqual([
      sort,
      400,
      { page: ['In this order a list ends after 10,000 rows. The newest first shows all.'] },
    ])
    expect([sort, await getStatus(`sort=${sort}&limit=0`)]).toEqual([sort, 200])
  }
  expect(LIMITS.sortedRows / LIMITS.pageSize).toBe(1000)
})

test('each main date is read in its order from an index', async () => {
  const modulesWithDate = MODULES.filter(({ route, mainDate }) => route !== null && mainDate !== undefined)
  expect(modulesWithDate).not.toEqual([])
  for (const { name, mainDate = '' } of modulesWithDate) {
    const plan = await portal.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      await sql`set local enable_bitmapscan = off`.execute(tx)
      const explain = sql.raw<{ 'QUERY PLAN': string }>(
        `explain select id from tickets where status <> 0 and module = '${name}' ` +
          `order by ${MODULE_SORT_EXPRESSIONS[mainDate]}, id desc limit 10`,
      )
      return (await explain.execute(tx)).rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan, `an index of ${name} by ${mainDate}`).toMatch(
      /Presorted Key[^]*Index Scan using tickets_date_/,
    )
  }
})
