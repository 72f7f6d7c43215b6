import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEvent, createNewestStates, type LiveFilter, type LiveList, type LiveRow } from './live-list.ts'

type TicketList = LiveList<LiveRow>

function ticket(id: number, overrides: Partial<LiveRow> = {}): LiveRow {
  return {
    id,
    status: 1,
    created_at: '2026-03-12T00:00:00.000Z',
    updated_at: '2026-03-12T00:00:00.000Z',
    ...overrides,
  }
}

const list = (...ids: number[]): TicketList => ({
  data: ids.map((id) => ticket(id)),
  total: ids.length,
})
const first: LiveFilter = { page: 1, limit: 3, searchTerm: '' }
const later = '2026-03-12T00:00:05.000Z'
const ids = ({ data }: TicketList) => data.map(({ id }) => id)

describe('a live event in an open list', () => {
  test('a new ticket is inserted at the top and the page is trimmed', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(4), first)
    expect(ids(applied.list)).toEqual([4, 3, 2])
    expect(applied.list.total).toBe(4)
    expect(applied).toMatchObject({ mark: 'added', recount: true })
  })

  test.each<[what: string, filter: Partial<LiveFilter>, status: number]>([
    ['in another order than the newest first', { sort: 'status' }, 1],
    ['on the second page', { page: 2 }, 1],
    ['in a search', { searchTerm: 'ana' }, 1],
    ['with a filter', { unit: 'A-1' }, 1],
    ['in the tab of another status', { status: 2 }, 1],
    ['that was deleted on another page', {}, 0],
  ])('a ticket %s is not inserted, and the totals are refetched', (_, filter, status) => {
    const open = list(3, 2, 1)
    expect(applyEvent(open, ticket(4, { status }), { ...first, ...filter })).toEqual({
      list: open,
      recount: true,
    })
  })

  test('a new ticket of the open tab is inserted at the top', () => {
    expect(applyEvent(list(3), ticket(4), { ...first, status: 1 }).mark).toBe('added')
  })

  test('a known ticket is replaced in place', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(2, { status: 2, updated_at: later }), first)
    expect(ids(applied.list)).toEqual([3, 2, 1])
    expect(applied.list.data[1]?.status).toBe(2)
    expect(applied).toMatchObject({ mark: 'updated', recount: true })
  })

  test('an event older than the row has no effect', () => {
    const open = { ...list(2), data: [ticket(2, { status: 2, updated_at: later })] }
    const applied = applyEvent(open, ticket(2, { status: 1 }), first)
    expect(applied.list).toBe(open)
    expect(applied.mark).toBeUndefined()
  })

  test("the echo of the reader's own change is not marked", () => {
    expect(applyEvent(list(2), ticket(2), first).mark).toBeUndefined()
  })

  test('a deleted ticket is removed', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(2, { status: 0, updated_at: later }), first)
    expect(ids(applied.list)).toEqual([3, 1])
    expect(applied.list.total).toBe(2)
    expect(applied.recount).toBe(true)
    // The page still shows all remaining rows, so it is not refetched.
    expect(applied.refill).toBe(false)
  })

  test('a page that lost a row is fetched again while later rows exist', () => {
    const gone = ticket(2, { status: 0, updated_at: later })
    const refills = (total: number, page = 1) =>
      applyEvent({ ...list(3, 2, 1), total }, gone, { ...first, page }).refill
    expect([refills(3), refills(4), refills(6, 2), refills(7, 2)]).toEqual([false, true, false, true])
  })

  test('a ticket that leaves its tab stays until the next load', () => {
    const event = ticket(3, { status: 2, updated_at: later })
    const applied = applyEvent(list(3), event, { ...first, status: 1 })
    expect(ids(applied.list)).toEqual([3])
    expect(applied.recount).toBe(true)
  })

  test('a changed ticket of another page is inserted at the top without a higher total', () => {
    const applied = applyEvent(list(9, 8), ticket(4, { updated_at: later }), first)
    expect(ids(applied.list)).toEqual([4, 9, 8])
    expect(applied.list.total).toBe(2)
    expect(applied.mark).toBe('updated')
  })
})

const CREATED = '2026-03-12T00:00:00.000Z'
/** Returns the state of ticket 7 in a live event after this many changes. Status 0 means deleted. */
const state = (change: number, status = 1): LiveRow => ({
  id: 7,
  status,
  created_at: CREATED,
  updated_at: new Date(Date.parse(CREATED) + change).toISOString(),
})

function pageAfter(events: readonly LiveRow[]): LiveRow[] {
  const isNews = createNewestStates()
  let list: LiveList<LiveRow> = { data: [], total: 0 }
  for (const row of events)
    if (isNews(row)) list = applyEvent(list, row, { page: 1, limit: 10, searchTerm: '' }).list
  return list.data
}

test('in any order and with repeats, a page ends with the newest state', () => {
  const changes = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 })
  fc.assert(
    fc.property(changes, changes, (first, again) => {
      const heard = [...first, ...again]
      expect(pageAfter(heard.map((change) => state(change)))).toEqual([state(Math.max(...heard))])
    }),
  )
})

test('in any order, a deleted row does not come back', () => {
  const events = [state(0), state(1), state(2), state(3, 0)]
  fc.assert(
    fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (heard) => {
      expect(pageAfter(heard)).toEqual([])
    }),
  )
})
