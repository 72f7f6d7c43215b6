import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/db/testing.ts'
import { openTestGateway } from './testing.ts'

test('the start fails if Redis cannot be reached', async () => {
  const database = await createTestDatabase()
  await expect(openTestGateway(database, { redisUrl: 'redis://127.0.0.1:1' })).rejects.toThrow(/ECONNREFUSED/)
  await database.destroy()
})
