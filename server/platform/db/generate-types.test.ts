import { afterAll, expect, test } from 'vitest'
import { generateTypes } from './generate-types.ts'
import { createTestDatabase } from './testing.ts'

const database = await createTestDatabase()
afterAll(database.destroy)

test('the table types are those of the migrated schema (npm run db:types)', () => {
  expect(generateTypes(database.connectionString, 'verify')).toBe(true)
})
