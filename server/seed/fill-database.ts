import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeLiteral, type ClientBase } from 'pg'
import { DAY, HOUR, later } from '#demo/moments.ts'
import { ENTER_RECEIPTS } from '#demo/numbers.ts'
import { COMMUNITY_NAME } from '#demo/settings.ts'
import { reservationTallies } from '#features/dashboard/repository.ts'
import { kyselyOn } from '#platform/db/connect.ts'
import { dropIndexes } from '#platform/db/drop-indexes.ts'
import { compact } from '#platform/db/lists/compact.ts'
import { hashPassword } from '#platform/passwords.ts'
import { PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { RESERVATION_HOURS } from '@tahanan/contract/tickets/modules/reservation.ts'
import { clientCodes } from './client-codes.ts'
import type { SeedCounts } from './options.ts'
import { ANY_MESSAGE, ANY_NAME, weighted } from './seed-words.ts'
import { seedPosts, seedStories } from './stories.ts'

/** Every seeded tenant's, and the seeded administrator's. */
export const SEED_PASSWORD = 'resident-seed'
export const SEED_ADMIN = { name: 'Seed Administrator', email: 'seed@demo.test' } as const

/** A little over three years, so that charts have years to compare. */
const SPAN_DAYS = 1100

interface SeedSize extends Partial<SeedCounts> {
  readonly tenants: number
  readonly tickets: number
  readonly now: Date
  readonly timeZone: string
}

/**
 * Fills a migrated database that has no tenants and no tickets for measurements, in one transaction: tenants, one
 * administrator with every permission, amenities, tickets with histories, bookings, counters and tallies, as the engine
 * would have written them over three years, posts with openings, comments and feedback, and payments with statements. The
 * texts are the demo's. `step` is told what is being done. Throws and changes nothing when there is anybody.
 */
export async function fillDatabase(
  client: ClientBase,
  size: SeedSize,
  step: (what: string) => void = () => {},
): Promise<void> {
  await client.query('begin')
  try {
    await fill(client, size, step)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  // The visibility map and the statistics, which the server's own autovacuum would only bring minutes later.
  step('vacuum and analyze')
  await client.query('vacuum (analyze)')
}

/** Tables that are emptied and filled without their indexes. The tallies fill themselves. */
const LOADED = [
  'tickets',
  'ticket_events',
  'amenity_bookings',
  'posts',
  'post_views',
  'comments',
  'feedbacks',
  'statements',
  'payments',
  'payment_events',
]

async function fill(client: ClientBase, size: SeedSize, step: (what: string) => void): Promise<void> {
  await client.query('lock table tickets, tenants in access exclusive mode')
  const { rows } = await client.query<{ taken: boolean }>(
    'select exists (select from tenants) or exists (select from tickets) as taken',
  )
  if (rows[0]?.taken)
    throw new Error('The database holds a community already; name an empty one for measurements.')
  // A merge would write rows in another order than that of their times. Chance falls the same way in every load.
  await client.query(
    `set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'; set local enable_mergejoin = off; select setseed(0.2026)`,
  )
  // Emptied in the same transaction, the tables are filled without the write-ahead log where the server keeps it minimal.
  await client.query(`truncate ${LOADED.join(', ')} restart identity cascade`)
  const values = await valuesOf(size)
  const run = async (file: string): Promise<void> => {
    step(file)
    await client.query(await readTables(file, values))
  }
  await insertWords(client, size)
  for (const file of ['words', 'people']) await run(file)
  const bringBack = await dropIndexes(client, LOADED)
  for (const file of ['tickets', 'content', 'payments']) await run(file)
  await client.query(ENTER_RECEIPTS)
  step('indexes and constraints')
  await bringBack()
  // As the server's own housekeeping would have left them.
  await compact(kyselyOn(client), reservationTallies(size.timeZone), 1)
  await client.query('select open_ledgers($1)', [size.timeZone])
}

/** SQL for the names in braces of `tables/`. */
type SeedValues = Readonly<Record<string, string | number>>

/** Returns the statements of a file of `tables/`. */
async function readTables(file: string, values: SeedValues): Promise<string> {
  const text = await readFile(join(import.meta.dirname, 'tables', `${file}.sql`), 'utf8')
  return text
    .replaceAll(/\{weighted (\w+) by (\w+)\}/g, (_, list: string, column: string) => weighted(list, column))
    .replaceAll(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name))
}

/** Part of the tickets that reserve, at most, and how full days are kept with them, so that each finds an hour. */
const RESERVING = 0.13
const FILLING = 0.6
/** One post in so many views, and at least some; a comment and a feedback in so many. */
const VIEWS_OF_A_POST = 400
const VIEWS_OF_A_COMMENT = 20

const instant = (at: Date): string => `${escapeLiteral(at.toISOString())}::timestamptz`

async function valuesOf(size: SeedSize): Promise<SeedValues> {
  const { tenants, tickets, views = 0, payments = 0, now, timeZone } = size
  const hours = RESERVATION_HOURS.to - RESERVATION_HOURS.from
  return {
    tenants,
    tickets,
    views,
    payments,
    posts: Math.max(20, Math.ceil(views / VIEWS_OF_A_POST)),
    comments: Math.ceil(views / VIEWS_OF_A_COMMENT),
    now: instant(now),
    from: instant(later(now, -SPAN_DAYS * DAY)),
    until: instant(later(now, -HOUR)),
    opened: instant(later(now, -(SPAN_DAYS + 30) * DAY)),
    zone: escapeLiteral(timeZone),
    password: escapeLiteral(await hashPassword(SEED_PASSWORD)),
    adminName: escapeLiteral(SEED_ADMIN.name),
    adminEmail: escapeLiteral(SEED_ADMIN.email),
    roles: escapeLiteral(JSON.stringify(makeRoles('all'))),
    community: escapeLiteral(COMMUNITY_NAME),
    ways: `array[${PAYMENT_TYPES.map(({ label }) => escapeLiteral(label)).join(', ')}]`,
    amenities: Math.max(6, Math.ceil((tickets * RESERVING) / (SPAN_DAYS * hours * FILLING))),
    opens: RESERVATION_HOURS.from,
    hours,
    admin: '(select max(id) from admins)',
    firstAmenity: '(select min(id) from amenities)',
    anyName: ANY_NAME,
    anyMessage: ANY_MESSAGE,
  }
}

/** Makes temporary tables of what the demo and the contract say. */
async function insertWords(client: ClientBase, { tenants, now, timeZone }: SeedSize): Promise<void> {
  const tables = {
    seed_units: clientCodes(tenants).map((code, nth) => ({ nth, code })),
    seed_modules: MODULES.map(({ name, prefix, holds, fields }) => ({
      module: name,
      prefix,
      holds: holds ? 1 : 0,
      expires: Object.keys(fields)
        .filter((key) => fields[key]?.expires)
        .join(),
    })),
    seed_stories: seedStories(now, timeZone),
    seed_posts: seedPosts(),
  }
  for (const [table, rows] of Object.entries(tables)) {
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
