import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MIGRATION_TABLES } from '../migrate.ts'
import { openTestDatabase } from '../testing.ts'
import { documentSchema, DOCS_URL } from './document-schema.ts'

const database = await openTestDatabase()

test('docs/schema is current (npm run db:types)', async () => {
  const client = await database.pool.connect()
  const documents = await documentSchema(client).finally(() => client.release())
  const files = readdirSync(new URL('schema/', DOCS_URL)).map((name) => `schema/${name}`)
  expect(['schema.md', ...files].toSorted()).toEqual([...documents.keys()].toSorted())
  for (const [name, text] of documents) expect(readFileSync(new URL(name, DOCS_URL), 'utf8'), name).toBe(text)

  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const index = documents.get('schema.md') ?? ''
  const missingTables = rows.filter(
    ({ name }) => !index.includes(`#${name})`) && !MIGRATION_TABLES.includes(name),
  )
  expect(missingTables).toEqual([])
})
