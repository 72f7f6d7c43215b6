import { expect, test } from 'vitest'
import { openChest } from './file-chest.ts'
import { createRandom } from './random.ts'
import { demoResidents } from './residents.ts'
import { DEMO_AMENITIES } from './amenities.ts'
import { DEMO_ADMINISTRATORS } from './staff.ts'
import { demoTickets } from './tickets.ts'

const picture = () =>
  Promise.resolve({ extension: 'jpg' as const, mime: 'image/jpeg', bytes: Buffer.alloc(1) })

test.each([
  ['just after midnight', '2026-11-20T16:00:30Z'],
  ['before dawn', '2026-11-20T21:00:00Z'],
  ['at noon', '2026-11-21T04:00:00Z'],
  ['late at night', '2026-11-21T15:59:30Z'],
  ['on New Year’s Day', '2027-01-01T01:00:00Z'],
  ['on a leap day', '2028-02-29T10:00:00Z'],
])('a community made %s is sound', async (_when, instant) => {
  for (let seed = 1; seed <= 4; seed++) {
    const random = createRandom(seed)
    const now = new Date(instant)
    const tickets = await demoTickets({
      clock: { now, timeZone: 'Asia/Manila' },
      random,
      residents: demoResidents(random),
      staff: DEMO_ADMINISTRATORS,
      amenities: DEMO_AMENITIES.map(({ title }, index) => ({ id: index + 1, title })),
      chest: openChest({ incoming: '/nowhere', put: () => Promise.resolve() }),
      picture,
      visitorIdRetentionDays: 30,
    })
    expect(tickets.filter(({ status }) => status !== 0)).toHaveLength(400)
    for (const { createdAt, updatedAt, events } of tickets) {
      const times = events.map(({ at }) => at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(new Set(times).size).toBe(times.length)
      expect(times[0]).toBe(createdAt.getTime())
      expect(times.at(-1)).toBe(updatedAt.getTime())
      expect(updatedAt < now).toBe(true)
    }
  }
})
