import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { writeMessage } from './testing.ts'

// A resident may write one twelfth of this number of messages in ten minutes: 36 / 12 = 3.
const portal = await openTestPortal({ rateLimitPerMinute: 36 })

test('a resident writes as many messages as other records, the office more', async () => {
  const [resident, clerk] = [await portal.as('client'), await portal.as('admin')]
  const statuses: number[] = []
  for (const messageWriter of [resident, resident, resident, resident, clerk, clerk, clerk, clerk])
    statuses.push((await writeMessage(messageWriter, 'tenant', resident.id, 'Hello')).status)
  expect(statuses).toEqual([201, 201, 201, 429, 201, 201, 201, 201])
})
