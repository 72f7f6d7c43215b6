import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BOOKKEEPING } from '#platform/db/migrate.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { PERSONAL_TABLES, PLAIN_TABLES } from '@tahanan/contract/privacy/register.ts'

const database = await openTestDatabase()

const nameColumns = (tables: readonly { table: string; columns: string[] }[]) =>
  tables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)).toSorted()

test('the register of personal data has an entry for every column of the database, and no other', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`.execute(database.db)
  const stored = rows.filter(({ table }) => !BOOKKEEPING.includes(table))
  const registered = [
    ...Object.entries(PERSONAL_TABLES).map(([table, entry]) => ({
      table,
      columns: [...Object.keys(entry.personal), ...entry.plain],
    })),
    ...Object.entries(PLAIN_TABLES).map(([table, columns]) => ({ table, columns: [...columns] })),
  ]
  expect(stored.length).toBeGreaterThan(70)
  expect(nameColumns(registered)).toEqual(nameColumns(stored))
})
