import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEvent, type LiveList, type LiveRow } from './live-list.ts'
import { createNewestStates } from './newest-states.ts'

const CREATED = '2026-03-12T00:00:00.000Z'
/** State of ticket 7 after a number of changes; status 0 deletes it. */
const state = (change: number, status = 1): LiveRow => ({
  id: 7,
  status,
  created_at: CREATED,
  updated_at: new Date(Date.parse(CREATED) + change).toISOString(),
})

/** Applies events in this order to an open page. */
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
