import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'

const database = await openTestDatabase()

test('the SQL of docs/audit-log.md removes old rows and keeps the log append-only', async () => {
  const { pool } = database
  const docs = await readFile(join(import.meta.dirname, '../../../docs/audit-log.md'), 'utf8')
  const [, queries = ''] = /```sql\n(begin;\n[^`]*audit_log[^`]*)```/.exec(docs) ?? []
  await pool.query(
    `insert into audit_log (at, actor_area, actor_name, action, subject)
     values (now() - interval '4 years', 'system', 'Old', 'login', 'admins'),
       (now() - interval '1 year', 'system', 'Young', 'login', 'admins')`,
  )
  const expectAllRefused = async () => {
    for (const query of ['delete from audit_log', `update audit_log set detail = 'x'`, 'truncate audit_log'])
      await expect(pool.query(query), query).rejects.toThrow(
        /permission denied|never changed|never rewritten/,
      )
  }
  await expectAllRefused()
  expect(queries).toContain('delete from audit_log')
  await pool.query(queries)
  const { rows } = await pool.query<{ actor_name: string }>('select actor_name from audit_log order by at')
  expect(rows.map(({ actor_name }) => actor_name)).toEqual(['Young', 'Operator'])
  await expectAllRefused()
})
