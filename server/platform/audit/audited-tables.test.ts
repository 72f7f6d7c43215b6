import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MIGRATION_TABLES } from '#platform/db/migrate.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { AUDIT_SUBJECT_NAMES } from '@tahanan/contract/audit.ts'

const database = await openTestDatabase()

const UNAUDITED_TABLES = [
  ...MIGRATION_TABLES,
  'account_tokens',
  'amenity_bookings',
  'audit_log',
  'backups',
  'cash_close_rows',
  'cash_closes',
  'data_copies',
  'deliveries',
  'delivery_choices',
  'feedbacks',
  'erasure_holds',
  'erasures',
  'files',
  'gate_events',
  'gate_passes',
  'gateway_messages',
  'idempotency_keys',
  'internal_notes',
  'ledger_settlements',
  'ledgers',
  'list_views',
  'live_tenants',
  'login_challenges',
  'login_failures',
  'messages',
  'notification_reads',
  'notifications',
  'outbox',
  'payfile_copy_rows',
  'payfile_rows',
  'payment_events',
  'payment_reversals',
  'payment_tallies',
  'post_view_tallies',
  'privacy_notice_views',
  'push_subscriptions',
  'receipt_logos',
  'recovery_codes',
  'reminders',
  'reservation_tallies',
  'sandbox_transactions',
  'second_factor_setups',
  'secrets',
  'sessions',
  'statement_import_files',
  'statement_import_moves',
  'statement_import_rows',
  'statements',
  'threads',
  'ticket_counters',
  'ticket_events',
  'ticket_tallies',
  'waiting_entries',
  'walk_ins',
  'withholdings',
  'void_numbers',
]
const SUBJECTS_WITHOUT_TABLE = [
  'calls',
  'cash_closes',
  'deliveries',
  'database',
  'audit_log',
  'personal_data',
]

test('every table of records has an audit trigger and is a subject of the audit log', async () => {
  const { rows } = await sql<{ name: string; audited: boolean }>`
    select relname as name,
      exists (select from pg_trigger where tgrelid = c.oid and tgname = relname || '_audit') as audited
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    database.db,
  )
  const auditableTables = rows.filter(({ name }) => !UNAUDITED_TABLES.includes(name))
  expect(auditableTables.filter(({ audited }) => !audited).map(({ name }) => name)).toEqual([])
  expect(auditableTables.map(({ name }) => name)).toEqual(
    AUDIT_SUBJECT_NAMES.filter((name) => !SUBJECTS_WITHOUT_TABLE.includes(name)).toSorted(),
  )
})
