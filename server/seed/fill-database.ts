import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeLiteral, type ClientBase } from 'pg'
import { DAY, HOUR, addMilliseconds } from '#demo/demo-clock.ts'
import { INSERT_RECEIPT_NUMBERS_SQL } from '#demo/number-series.ts'
import { COMMUNITY_NAME } from '#demo/settings.ts'
import { getReservationTallies } from '#features/dashboard/repository.ts'
import { createKysely } from '#platform/db/connect.ts'
import { dropIndexes } from '#platform/db/drop-indexes.ts'
import { compactTallies } from '#platform/db/lists/compact-tallies.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { RESERVATION_HOURS } from '@tahanan/contract/tickets/modules/reservation.ts'
import { createClientCodes } from './create-client-codes.ts'
import type { SeedCounts } from './options.ts'
import { RANDOM_MESSAGE_SQL, RANDOM_NAME_SQL, buildWeightedChoiceSql } from './random-sql.ts'
import { createSeedPosts, createSeedStories } from './seed-stories.ts'

export const SEED_PASSWORD = 'resident-seed'
export const SEED_ADMIN = { name: 'Seed Administrator', email: 'seed@demo.test' } as const

/** Number of days with seeded rows. Three years, so that charts can compare years. */
const SEEDED_DAYS = 1100

interface SeedSize extends Partial<SeedCounts> {
  readonly tenants: number
  readonly tickets: number
  readonly now: Date
  readonly timeZone: string
}

/**
 * Fills a migrated database with data for measurements, in one transaction: three years of rows as the portal
 * writes them, with texts of the demo. Creates tenants, an administrator with all permissions, amenities,
 * tickets, posts, payments and statements. Reports each step. Throws if the database already has tenants or
 * tickets.
 */
export async function fillDatabase(
  client: ClientBase,
  size: SeedSize,
  step: (name: string) => void = () => {},
): Promise<void> {
  await client.query('begin')
  try {
    await fillTables(client, size, step)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  // Updates the visibility map and the statistics now. Autovacuum would do it only minutes later, and queries
  // would be slow until then.
  step('vacuum and analyze')
  await client.query('vacuum (analyze)')
}

/**
 * Tables whose indexes are dropped while they are filled. Tables of totals are not listed, because triggers
 * fill them.
 */
const SEEDED_TABLES = [
  'tickets',
  'ticket_events',
  'amenity_bookings',
  'posts',
  'comments',
  'feedbacks',
  'statements',
  'payments',
  'payment_events',
]

async function fillTables(client: ClientBase, size: SeedSize, step: (name: string) => void): Promise<void> {
  await client.query('lock table tickets, tenants in access exclusive mode')
  const { rows } = await client.query<{ taken: boolean }>(
    'select exists (select from tenants) or exists (select from tickets) as taken',
  )
  if (rows[0]?.taken)
    throw new Error('The database holds a community already; name an empty one for measurements.')
  // Disables merge joins, because they would change the order in which rows are inserted. Every seed must
  // give the same order.
  await client.query(
    `set local maintenance_work_mem = '512MB'; set local work_mem = '128MB';
     set local enable_mergejoin = off; select setseed(0.2026)`,
  )
  // With `wal_level = minimal`, PostgreSQL does not log new rows of a table that was truncated in the same
  // transaction. So the tables are truncated first.
  await client.query(`truncate ${SEEDED_TABLES.join(', ')} restart identity cascade`)
  const placeholders = await computeSeedPlaceholders(size)
  const run = async (file: string): Promise<void> => {
    step(file)
    await client.query(await loadSeedSql(file, placeholders))
  }
  await createWordTables(client, size)
  for (const file of ['words', 'people']) await run(file)
  const recreateIndexes = await dropIndexes(client, SEEDED_TABLES)
  for (const file of ['tickets', 'content', 'payments']) await run(file)
  await client.query(INSERT_RECEIPT_NUMBERS_SQL)
  step('indexes and constraints')
  await recreateIndexes()
  await compactTallies(createKysely(client), getReservationTallies(size.timeZone), 1)
  await client.query('select open_ledgers($1)', [size.timeZone])
}

/** SQL expressions by name. They replace the names in braces in the SQL files of `tables/`. */
type SeedValues = Readonly<Record<string, string | number>>

async function loadSeedSql(file: string, values: SeedValues): Promise<string> {
  const text = await readFile(join(import.meta.dirname, 'tables', `${file}.sql`), 'utf8')
  return text
    .replaceAll(/\{weighted (\w+) by (\w+)\}/g, (_, list: string, column: string) =>
      buildWeightedChoiceSql(list, column),
    )
    .replaceAll(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name))
}

/**
 * Maximum share of reservations among all tickets. Together with `BOOKED_SHARE`, the maximum share of booked
 * hours, it ensures that each reservation finds a free hour.
 */
const RESERVATION_SHARE = 0.13
const BOOKED_SHARE = 0.6
const VIEWS_PER_POST = 400
const VIEWS_PER_COMMENT = 20

const formatTimestampSql = (date: Date): string => `${escapeLiteral(date.toISOString())}::timestamptz`

async function computeSeedPlaceholders(size: SeedSize): Promise<SeedValues> {
  const { tenants, tickets, views = 0, payments = 0, now, timeZone } = size
  const hours = RESERVATION_HOURS.to - RESERVATION_HOURS.from
  return {
    tenants,
    tickets,
    views,
    payments,
    posts: Math.max(20, Math.ceil(views / VIEWS_PER_POST)),
    comments: Math.ceil(views / VIEWS_PER_COMMENT),
    now: formatTimestampSql(now),
    from: formatTimestampSql(addMilliseconds(now, -SEEDED_DAYS * DAY)),
    until: formatTimestampSql(addMilliseconds(now, -HOUR)),
    opened: formatTimestampSql(addMilliseconds(now, -(SEEDED_DAYS + 30) * DAY)),
    zone: escapeLiteral(timeZone),
    password: escapeLiteral(await hashPassword(SEED_PASSWORD)),
    adminName: escapeLiteral(SEED_ADMIN.name),
    adminEmail: escapeLiteral(SEED_ADMIN.email),
    roles: escapeLiteral(JSON.stringify(createRoles('all'))),
    community: escapeLiteral(COMMUNITY_NAME),
    ways: `array[${PAYMENT_TYPES.map(({ label }) => escapeLiteral(label)).join(', ')}]`,
    amenities: Math.max(6, Math.ceil((tickets * RESERVATION_SHARE) / (SEEDED_DAYS * hours * BOOKED_SHARE))),
    opens: RESERVATION_HOURS.from,
    hours,
    admin: '(select max(id) from admins)',
    firstAmenity: '(select min(id) from amenities)',
    anyName: RANDOM_NAME_SQL,
    anyMessage: RANDOM_MESSAGE_SQL,
  }
}

async function createWordTables(client: ClientBase, { tenants, now, timeZone }: SeedSize): Promise<void> {
  const rowsByTable = {
    seed_units: createClientCodes(tenants).map((code, nth) => ({ nth, code })),
    seed_modules: MODULES.map(({ name, prefix, heldResource, fields }) => ({
      module: name,
      prefix,
      holds: heldResource ? 1 : 0,
      expires: Object.keys(fields)
        .filter((key) => fields[key]?.keptFor === 'visitorIdentity')
        .join(),
    })),
    seed_stories: createSeedStories(now, timeZone),
    seed_posts: createSeedPosts(),
  }
  for (const [table, rows] of Object.entries(rowsByTable)) {
    const columns = Object.entries(rows[0] ?? {}).map(
      ([name, value]) => `${name} ${typeof value === 'number' ? 'int' : 'text'}`,
    )
    await client.query(`create temp table ${table} (${columns.join(', ')}) on commit drop`)
    await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ])
    await client.query(`analyze ${table}`)
  }
}
