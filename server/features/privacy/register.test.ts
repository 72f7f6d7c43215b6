import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MIGRATION_TABLES } from '#platform/db/migrate.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { isOnlyNameLogged } from '@tahanan/contract/privacy/define-register.ts'
import { PERSONAL_TABLES, NON_PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'

const database = await openTestDatabase()

const listColumns = (tables: readonly { table: string; columns: string[] }[]) =>
  tables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)).toSorted()

test('the register of personal data has an entry for every column of the database, and no other', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`.execute(database.db)
  const storedTables = rows.filter(({ table }) => !MIGRATION_TABLES.includes(table))
  const registeredTables = [
    ...Object.entries(PERSONAL_TABLES).map(([table, entry]) => ({
      table,
      columns: [...Object.keys(entry.personal), ...entry.plain],
    })),
    ...Object.entries(NON_PERSONAL_TABLES).map(([table, columns]) => ({ table, columns: [...columns] })),
  ]
  expect(storedTables.length).toBeGreaterThan(70)
  expect(listColumns(registeredTables)).toEqual(listColumns(storedTables))
})

const listTriggers = (functionName: string) =>
  sql<{ table: string; arguments: string[] }>`
    select tgrelid::regclass::text as "table",
      array_remove(string_to_array(encode(tgargs, 'escape'), '\\000'), '') as arguments
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = ${functionName}`
    .execute(database.db)
    .then(({ rows }) => rows)

test('the audit log leaves out the value of every personal field that an erasure may remove', async () => {
  const triggers = await listTriggers('audit_change')
  expect(triggers.length).toBeGreaterThan(20)
  for (const { table, arguments: names } of triggers) {
    const columns = Object.entries(PERSONAL_TABLES[table]?.personal ?? {})
    const maskedColumns = columns
      .filter(([, column]) => isOnlyNameLogged(column) && column.erasure !== 'fields')
      .map(([name]) => name)
    const unmaskedColumns = maskedColumns.filter(
      (name) => !names.includes(name) && !names.some((argument) => argument.startsWith(`${name}=`)),
    )
    expect([table, unmaskedColumns]).toEqual([table, []])
  }
})

test('the exception of append-only tables is for the columns that an erasure changes, and for no other', async () => {
  const triggers = await listTriggers('refuse_rewriting')
  expect(triggers.length).toBeGreaterThan(8)
  for (const { table, arguments: names } of triggers) {
    const erasedColumns = Object.entries(PERSONAL_TABLES[table]?.personal ?? {})
      .filter(([, { erasure }]) => erasure === 'blank' || erasure === 'pseudonymise')
      .map(([name]) => name)
    expect([table, names.toSorted()]).toEqual([table, erasedColumns.toSorted()])
  }
})
