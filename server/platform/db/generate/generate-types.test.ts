import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing.ts'
import { generateTypes } from './generate-types.ts'

const database = await openTestDatabase()

test('the table types are current (npm run db:types)', () => {
  expect(generateTypes(database.connectionString, 'verify')).toBe(true)
})
