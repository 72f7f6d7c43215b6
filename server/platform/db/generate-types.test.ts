import { expect, test } from 'vitest'
import { generateTypes } from './generate-types.ts'
import { openTestDatabase } from './testing.ts'

const database = await openTestDatabase()

test('the table types are those of the migrated schema (npm run db:types)', () => {
  expect(generateTypes(database.connectionString, 'verify')).toBe(true)
})
