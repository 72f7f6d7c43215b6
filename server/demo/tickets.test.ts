import { expect, test } from 'vitest'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { collectDemoFiles } from './demo-files.ts'
import { loadCommunityFile } from './load-community-file.ts'
import { DEMO_ADMINISTRATORS, DEMO_RESIDENTS } from './people.ts'
import { createDemoTickets, loadTicketStories } from './tickets.ts'

const addIds = <Person>(people: readonly Person[]) => people.map((person, id) => ({ ...person, id: id + 1 }))

test.each([
  ['just after midnight', '2026-11-20T16:00:30Z'],
  ['before dawn', '2026-11-20T21:00:00Z'],
  ['at noon', '2026-11-21T04:00:00Z'],
  ['late at night', '2026-11-21T15:59:30Z'],
  ['on New Year’s Day', '2027-01-01T01:00:00Z'],
  ['on a leap day', '2028-02-29T10:00:00Z'],
])('the tickets of a community made %s are in order and in the past', async (_when, instant) => {
  const now = new Date(instant)
  const tickets = await createDemoTickets({
    clock: { now, timeZone: 'Asia/Manila' },
    demoFiles: collectDemoFiles({ incoming: '/nowhere', put: () => Promise.resolve() }),
    residents: addIds(DEMO_RESIDENTS),
    administrators: addIds(DEMO_ADMINISTRATORS),
    amenities: loadCommunityFile<{ title: string }[]>('amenities').map(({ title }, id) => ({
      id: id + 1,
      title,
    })),
  })
  const entries = MODULES.flatMap((module) => loadTicketStories(module).tickets)
  expect(tickets).toHaveLength(entries.length)
  expect(tickets.filter(({ row }) => row.status !== 0).length).toBeGreaterThanOrEqual(400)
  for (const { row, events } of tickets) {
    const eventTimes = events.map(({ at }) => at.getTime())
    expect(eventTimes).toEqual(eventTimes.toSorted((a, b) => a - b))
    expect(new Set(eventTimes).size).toBe(eventTimes.length)
    expect(eventTimes[0]).toBe(row.created_at.getTime())
    expect(Math.max(...eventTimes)).toBeLessThan(now.getTime())
  }
})
