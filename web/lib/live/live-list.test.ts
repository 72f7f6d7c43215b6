import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyEvent,
  createNewestVersionCheck,
  type LiveFilter,
  type LiveList,
  type LiveRow,
} from './live-list.ts'

type TicketList = LiveList<LiveRow>

function createTicket(id: number, overrides: Partial<LiveRow> = {}): LiveRow {
  return {
    id,
    status: 1,
    created_at: '2026-03-12T00:00:00.000Z',
    updated_at: '2026-03-12T00:00:00.000Z',
    ...overrides,
  }
}

const createTicketList = (...ids: number[]): TicketList => ({
  data: ids.map((id) => createTicket(id)),
  total: ids.length,
})
const firstPageFilter: LiveFilter = { page: 1, limit: 3, searchTerm: '' }
const laterTime = '2026-03-12T00:00:05.000Z'
const listIds = ({ data }: TicketList) => data.map(({ id }) => id)

describe('a live event in an open list', () => {
  test('a new ticket is inserted at the top and the page is trimmed', () => {
    const updatedList = applyEvent(createTicketList(3, 2, 1), createTicket(4), firstPageFilter)
    expect(listIds(updatedList.list)).toEqual([4, 3, 2])
    expect(updatedList.list.total).toBe(4)
    expect(updatedList).toMatchObject({ mark: 'added', needsRecount: true })
  })

  test.each<[what: string, filter: Partial<LiveFilter>, status: number]>([
    ['in another order than the newest first', { sort: 'status' }, 1],
    ['on the second page', { page: 2 }, 1],
    ['in a search', { searchTerm: 'ana' }, 1],
    ['with a filter', { unit: 'A-1' }, 1],
    ['in the tab of another status', { status: 2 }, 1],
    ['that was deleted on another page', {}, 0],
  ])('a ticket %s is not inserted, and the totals are refetched', (_, filter, status) => {
    const openList = createTicketList(3, 2, 1)
    expect(applyEvent(openList, createTicket(4, { status }), { ...firstPageFilter, ...filter })).toEqual({
      list: openList,
      needsRecount: true,
    })
  })

  test('a new ticket of the open tab is inserted at the top', () => {
    expect(applyEvent(createTicketList(3), createTicket(4), { ...firstPageFilter, status: 1 }).mark).toBe(
      'added',
    )
  })

  test('a known ticket is replaced in place', () => {
    const updatedList = applyEvent(
      createTicketList(3, 2, 1),
      createTicket(2, { status: 2, updated_at: laterTime }),
      firstPageFilter,
    )
    expect(listIds(updatedList.list)).toEqual([3, 2, 1])
    expect(updatedList.list.data[1]?.status).toBe(2)
    expect(updatedList).toMatchObject({ mark: 'updated', needsRecount: true })
  })

  test('an event older than the row has no effect', () => {
    const openList = { ...createTicketList(2), data: [createTicket(2, { status: 2, updated_at: laterTime })] }
    const updatedList = applyEvent(openList, createTicket(2, { status: 1 }), firstPageFilter)
    expect(updatedList.list).toBe(openList)
    expect(updatedList.mark).toBeUndefined()
  })

  test("the echo of the reader's own change is not marked", () => {
    expect(applyEvent(createTicketList(2), createTicket(2), firstPageFilter).mark).toBeUndefined()
  })

  test('a deleted ticket is removed', () => {
    const updatedList = applyEvent(
      createTicketList(3, 2, 1),
      createTicket(2, { status: 0, updated_at: laterTime }),
      firstPageFilter,
    )
    expect(listIds(updatedList.list)).toEqual([3, 1])
    expect(updatedList.list.total).toBe(2)
    expect(updatedList.needsRecount).toBe(true)
    // All remaining rows are on this page, so it need not be refetched.
    expect(updatedList.needsRefill).toBe(false)
  })

  test('a page that lost a row is fetched again while later rows exist', () => {
    const deletedTicket = createTicket(2, { status: 0, updated_at: laterTime })
    const applyDeletion = (total: number, page = 1) =>
      applyEvent({ ...createTicketList(3, 2, 1), total }, deletedTicket, { ...firstPageFilter, page })
        .needsRefill
    expect([applyDeletion(3), applyDeletion(4), applyDeletion(6, 2), applyDeletion(7, 2)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  test('a ticket that leaves its tab stays until the next load', () => {
    const event = createTicket(3, { status: 2, updated_at: laterTime })
    const updatedList = applyEvent(createTicketList(3), event, { ...firstPageFilter, status: 1 })
    expect(listIds(updatedList.list)).toEqual([3])
    expect(updatedList.needsRecount).toBe(true)
  })

  test('a changed ticket of another page is inserted at the top without a higher total', () => {
    const updatedList = applyEvent(
      createTicketList(9, 8),
      createTicket(4, { updated_at: laterTime }),
      firstPageFilter,
    )
    expect(listIds(updatedList.list)).toEqual([4, 9, 8])
    expect(updatedList.list.total).toBe(2)
    expect(updatedList.mark).toBe('updated')
  })
})

const CREATED_AT = '2026-03-12T00:00:00.000Z'
/**
 * Returns ticket 7 as a live event contains it. `change` is the number of milliseconds from its creation to
 * the change. Status 0 means deleted.
 */
const createTicketState = (change: number, status = 1): LiveRow => ({
  id: 7,
  status,
  created_at: CREATED_AT,
  updated_at: new Date(Date.parse(CREATED_AT) + change).toISOString(),
})

function applyEvents(events: readonly LiveRow[]): LiveRow[] {
  const isNewVersion = createNewestVersionCheck()
  let list: LiveList<LiveRow> = { data: [], total: 0 }
  for (const row of events)
    if (isNewVersion(row)) list = applyEvent(list, row, { page: 1, limit: 10, searchTerm: '' }).list
  return list.data
}

test('in any order and with repeats, a page ends with the newest state', () => {
  const arbitraryChanges = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 })
  fc.assert(
    fc.property(arbitraryChanges, arbitraryChanges, (first, repeatedChanges) => {
      const receivedChanges = [...first, ...repeatedChanges]
      expect(applyEvents(receivedChanges.map((change) => createTicketState(change)))).toEqual([
        createTicketState(Math.max(...receivedChanges)),
      ])
    }),
  )
})

test('in any order, a deleted row does not come back', () => {
  const events = [createTicketState(0), createTicketState(1), createTicketState(2), createTicketState(3, 0)]
  fc.assert(
    fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (receivedEvents) => {
      expect(applyEvents(receivedEvents)).toEqual([])
    }),
  )
})
