import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/db/testing.ts'
import { openTestLive } from './testing.ts'

// A working Redis is tried in `proof/nodes`, which starts one.
test('a Redis that cannot be reached is refused at the start, not found out later', async () => {
  const database = await createTestDatabase()
  await expect(openTestLive(database, { redisUrl: 'redis://127.0.0.1:1' })).rejects.toThrow(/ECONNREFUSED/)
  await database.destroy()
})
