import { describe, expect, test } from 'vitest'
import { applyEvent, type LiveFilter, type LiveList, type LiveRow } from './live-list.ts'

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
  test('a new ticket comes to the top and the page is trimmed', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(4), first)
    expect(ids(applied.list)).toEqual([4, 3, 2])
    expect(applied.list.total).toBe(4)
    expect(applied).toMatchObject({ mark: 'added', recount: true })
  })

  test('in another order than the newest first a new ticket has a place that only the server knows', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(4), { ...first, sort: 'status' })
    expect(ids(applied.list)).toEqual([3, 2, 1])
    expect(applied).toEqual({ list: list(3, 2, 1), recount: true })
  })

  test('a known ticket is replaced in its place', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(2, { status: 2, updated_at: later }), first)
    expect(ids(applied.list)).toEqual([3, 2, 1])
    expect(applied.list.data[1]?.status).toBe(2)
    expect(applied).toMatchObject({ mark: 'updated', recount: true })
  })

  test('an event older than the row changes nothing', () => {
    const open = { ...list(2), data: [ticket(2, { status: 2, updated_at: later })] }
    const applied = applyEvent(open, ticket(2, { status: 1 }), first)
    expect(applied.list).toBe(open)
    expect(applied.mark).toBeUndefined()
  })

  test('the echo of a change that the page knows is not told as news', () => {
    expect(applyEvent(list(2), ticket(2), first).mark).toBeUndefined()
  })

  test('a deleted ticket is removed', () => {
    const applied = applyEvent(list(3, 2, 1), ticket(2, { status: 0, updated_at: later }), first)
    expect(ids(applied.list)).toEqual([3, 1])
    expect(applied.list.total).toBe(2)
    expect(applied.recount).toBe(true)
  })

  test('the deletion of a ticket on another page only recounts', () => {
    const open = list(3)
    expect(applyEvent(open, ticket(9, { status: 0 }), first)).toEqual({ list: open, recount: true })
  })

  test('a new ticket moves nothing on the second page', () => {
    const open = list(3, 2)
    expect(applyEvent(open, ticket(4), { ...first, page: 2 })).toEqual({ list: open, recount: true })
  })

  test('a ticket of another status does not enter a tab', () => {
    const open = list(3)
    expect(applyEvent(open, ticket(4), { ...first, status: 2 })).toEqual({ list: open, recount: true })
    expect(applyEvent(open, ticket(4), { ...first, status: 1 }).mark).toBe('added')
  })

  test('a ticket that leaves its tab stays in sight until the next load', () => {
    const event = ticket(3, { status: 2, updated_at: later })
    const applied = applyEvent(list(3), event, { ...first, status: 1 })
    expect(ids(applied.list)).toEqual([3])
    expect(applied.recount).toBe(true)
  })

  test('nothing enters a search by itself', () => {
    expect(applyEvent(list(3), ticket(4), { ...first, searchTerm: 'ana' }).mark).toBeUndefined()
  })

  test('a change of a ticket from another page brings it to the top, and is not counted twice', () => {
    const applied = applyEvent(list(9, 8), ticket(4, { updated_at: later }), first)
    expect(ids(applied.list)).toEqual([4, 9, 8])
    expect(applied.list.total).toBe(2)
    expect(applied.mark).toBe('updated')
  })
})
