import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { recordMigrations } from '#platform/backup/rebuild-schema.ts'
import { connect } from '#platform/db/connect.ts'
import { migrate } from '#platform/db/migrate.ts'
import { BASELINE, migrations } from '#platform/db/migrations/index.ts'
import { readCatalog } from '#platform/db/read-catalog.ts'
import { createTestDatabase, openTestDatabase } from '#platform/db/testing.ts'
import { countRows } from './count-rows.ts'
import { upgradeToOne } from './upgrade.ts'

/** Names and SQL of the released migrations up to 0036. */
const OLD = gunzipSync(readFileSync(join(import.meta.dirname, '0036.sql.gz')))
  .toString()
  .split(/^--- /m)
  .slice(1)
  .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))] as const)

const STEPS = [
  '0037_overdue_beside_0029',
  '0038_withdrawn_days_beside_0029',
  '0039_aqwire_words_beside_0029',
  '0040_payments_of_nothing_beside_0029',
  '0041_expected_amounts_beside_0029',
  '0042_payfile_copies_beside_0029',
  '0043_offset_pages',
]

/** Inserts rows into every table with amounts. */
const ROWS = `
  insert into admins (name, email, password_hash) values ('Ana', 'ana@example.ph', 'x');
  insert into tenants (client_code, soa_amount) select 'A-' || n, n * 1000.25 from generate_series(1, 5) n;
  insert into service_settings (type, amount) values ('gatePass', 500);
  insert into tickets (module, ticket_number, tenant_id, search_text, status)
    select 'reservation', 'RS-' || n, 1, '', n % 3 from generate_series(1, 9) n;
  insert into statement_imports (uniq_id, admin_id, amount_before, amount_after) values ('one', 1, 10, 20);
  insert into statements (tenant_id, import_id, soa_amount) values (2, 1, 2000.50);
  insert into statement_import_rows (import_id, row, source, line, urefno, verdict, tenant_id, amount,
    amount_before, amount_after) values (1, 1, 'list', 1, 'A-2', 'changed', 2, 2000.50, 10, 20);
  insert into payments (reference_number, tenant_id, type, status, soa_amount, amount_paid, receipt_number,
    gateway_amount, gateway_fee, outsource_status, posted_date)
    select 'PY-' || n, n, case when n < 4 then 3 else 4 end, case when n < 4 then 1 else 4 end,
      1000, 100.25 * n,
      'AR-2026-00000' || n, 7, 1.5, 'U', now() from generate_series(1, 5) n;
  insert into ledger_entries (tenant_id, date, kind, amount)
    values (1, '2026-01-05', 'charge', 50), (1, '2026-01-06', 'credit', -20);
  insert into ledger_entries (tenant_id, date, kind, amount, payment_id)
    values (4, '2026-01-07', 'payment', -401, 4);
  insert into ledger_settlements values (4, (select min(id) from ledger_entries where kind = 'charge'), 5);
  insert into ledger_entries (tenant_id, date, kind, statement_id) values (2, '2026-01-31', 'statement', 1);
  insert into ledger_entries (tenant_id, date, kind, label, statement_id)
    values (2, '2026-02-11', 'statement', 'Withdrawn', 1);
  insert into withholdings (payment_id, amount, tax_code, period_from, period_to)
    values (1, 2.5, 'WC158', '2026-01-01', '2026-03-31');
  insert into sandbox_transactions (gateway, txn_id, reference, amount, status)
    values ('aqwire', 't', 'r', 9.99, 'created');
  insert into number_series (kind, prefix, year, first, next) values ('receipt', 'AR-2026-', 2026, 1, 6);
  insert into issued_numbers (series_id, n, number, tenant_id, payment_id, amount)
    values (1, 5, 'AR-2026-000005', 5, 5, 501.25);
  insert into void_numbers (number_id, reason) values (1, 'Torn');
  insert into cash_closes (number, payments, expected, counted, remarks, taken_by)
    values (1, 1, 401, 401, '', '{Ana}');
  insert into payfile_batches (number, rows, amount) values (1, 1, 401);
  insert into reminder_batches (kind, days, text, admin_id) values ('on', 0, 'Due', 1);
  insert into reminders (batch_id, tenant_id, amount, left_to_pay) values (1, 2, 2000.50, 2000.50);
  insert into bank_imports (name, account, lines, known, debits, refused)
    values ('b.csv', '1', 1, 0, 0, '[]');
  insert into bank_lines (import_id, line, date, amount, fee, reference, description, raw, hash)
    values (1, 1, '2026-01-08', 401, 1, 'x', 'y', 'z', '\\x01');`

/** Creates a database of 0036 with rows and the first `steps` later migrations. */
async function createOldDatabase(steps: number) {
  const database = await createTestDatabase({ empty: true })
  const client = await connect(database.connectionString, 'test')
  onTestFinished(async () => {
    await client.end()
    await database.destroy()
  })
  await client.query(OLD.map(([, text]) => text).join('\n'))
  await client.query(ROWS)
  const later = STEPS.slice(0, steps)
  for (const name of later) await client.query(readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8'))
  await recordMigrations(client, [...OLD.map(([name]) => name), ...later])
  return { ...database, client }
}

const current = await openTestDatabase()

test.each([0, 3, 6, 7])(
  '%i migrations after 0036: the upgrade keeps every row and amount and makes the schema of 1.0.0',
  async (steps) => {
    const { client, db } = await createOldDatabase(steps)
    const before = await countRows(client)
    const empty = [...before].filter(([, { rows, ...sums }]) => Object.keys(sums).length > 0 && rows === '0')
    expect(empty.map(([table]) => table).filter((table) => table !== 'payfile_copies')).toEqual([])
    const printed: string[] = []
    await upgradeToOne(client, (what) => printed.push(what))

    expect(printed).toContain(
      'payments: rows 5 → 5, amount_paid 1503.75 → 1503.75, gateway_amount 35.00 → 35.00, ' +
        'gateway_fee 7.50 → 7.50, soa_amount 5000.00 → 5000.00',
    )
    const after = await countRows(client)
    for (const [table, counts] of before)
      if (!table.startsWith('ticket_block')) expect(after.get(table), table).toMatchObject(counts)
    expect((await client.query('select name from kysely_migration')).rows).toEqual([{ name: BASELINE }])
    const later = Object.keys(migrations).filter((name) => name !== BASELINE)
    expect(await migrate(db)).toEqual(later)
    const fresh = await connect(current.connectionString, 'test')
    onTestFinished(() => fresh.end())
    expect(await readCatalog(client)).toEqual(await readCatalog(fresh))
    const comment = `select col_description('payments'::regclass, attnum) as text from pg_attribute
    where attrelid = 'payments'::regclass and attname = 'status'`
    expect((await client.query(comment)).rows).toEqual((await fresh.query(comment)).rows)
    const { rows } = await client.query(
      `select date::text, label from ledger_entries where label like 'Withdrawn%'`,
    )
    expect(rows).toEqual([{ date: '2026-01-31', label: 'Withdrawn 11 Feb 2026' }])
    expect(await migrate(db)).toEqual([])
    await expect(upgradeToOne(client, () => {})).rejects.toThrow('1.0.0 or later already')
  },
)

test('other databases are refused and unchanged', async () => {
  const { client, db } = await createOldDatabase(0)
  const catalog = await readCatalog(client)
  const refused = async (reason: RegExp) => {
    await expect(upgradeToOne(client, () => {})).rejects.toThrow(reason)
  }
  await expect(migrate(db)).rejects.toThrow('npm run upgrade-to-1')
  await client.query('alter table tenants add column note text')
  await refused(/changed by hand.*column tenants note text/s)
  await client.query('alter table tenants drop column note')
  await client.query(`insert into kysely_migration values ('0050_unknown', '')`)
  await refused(/0050_unknown, which no version before 1.0.0 made/)
  await client.query(`delete from kysely_migration where name > '0035'`)
  await refused(/too old/)
  expect(await readCatalog(client)).toEqual(catalog)

  const empty = await createTestDatabase({ empty: true })
  onTestFinished(empty.destroy)
  const other = await connect(empty.connectionString, 'test')
  await expect(upgradeToOne(other, () => {})).rejects.toThrow('holds no portal')
  await other.end()
})
