import type { ClientBase } from 'pg'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { COMPACT_RESERVATIONS } from '../features/dashboard/reservations.ts'
import { hashPassword } from '../platform/passwords.ts'
import { CONTENT_TABLES, fillContent } from './fill-content.ts'
import { COMPACT_BLOCKS } from '../features/tickets/blocks.ts'
import { fillPayments, PAYMENT_TABLES } from './fill-payments.ts'
import { copyRows } from './copy-rows.ts'
import type { CopyValue } from './copy-rows.ts'
import { SPAN_DAYS } from './plan.ts'
import type { SeedSize } from './plan.ts'
import { setAside } from '../platform/db/set-aside.ts'
import { amenitiesFor } from './slots.ts'
import { seedTenants } from './tenants.ts'
import type { SeedTenant } from './tenants.ts'
import { BOOKING_COLUMNS, EVENT_COLUMNS, eventLines, TICKET_COLUMNS, ticketLines } from './ticket-lines.ts'
import type { SeedPeople, TicketWake } from './ticket-lines.ts'

/** Every seeded tenant's, and the seeded administrator's. */
export const SEED_PASSWORD = 'resident-seed'
export const SEED_ADMIN = { name: 'Seed Administrator', email: 'seed@demo.test' } as const

const TABLES = ['tickets', 'ticket_events', 'amenity_bookings'] as const

/** The database holds a community already, which a load for measurements must not be mixed with. */
export class NotEmptyError extends Error {}

/**
 * Fills a migrated database that has no tenants and no tickets for measurements, in one transaction: tenants, one
 * administrator with every permission, amenities, tickets with histories, bookings, counters and tallies, as the engine
 * would have written them over three years, posts with
 * `size.views` openings, comments and feedback, and payments. `step` is told what is being done.
 * Throws NotEmptyError and changes nothing when there is anybody.
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
  await client.query(
    `vacuum (analyze) ${[...TABLES, ...CONTENT_TABLES, ...PAYMENT_TABLES].join(', ')}, tenants, ticket_tallies, ticket_blocks, ticket_block_changes, reservation_tallies`,
  )
}

async function fill(client: ClientBase, size: SeedSize, step: (what: string) => void): Promise<void> {
  await client.query('lock table tickets, tenants in access exclusive mode')
  const { rows } = await client.query<{ taken: boolean }>(
    'select exists (select from tenants) or exists (select from tickets) as taken',
  )
  if (rows[0]?.taken)
    throw new NotEmptyError('The database holds a community already; name an empty one for measurements.')
  await client.query(`set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'`)
  // Emptied in the same transaction, the tables are filled without the write-ahead log where the server keeps it minimal.
  await client.query(`truncate ${TABLES.join(', ')} restart identity cascade`)

  step(`${size.tenants} tenants`)
  const people = await fillPeople(client, size)
  const bringBack = await setAside(client, TABLES)
  const wake: TicketWake = { bookings: [], counters: new Map() }
  step(`${size.tickets} tickets`)
  await copyRows(client, 'tickets', TICKET_COLUMNS, ticketLines(size, people, wake))
  step('their histories')
  await copyRows(client, 'ticket_events', EVENT_COLUMNS, eventLines(size, people))
  step(`${wake.bookings.length} bookings`)
  await copyRows(client, 'amenity_bookings', BOOKING_COLUMNS, wake.bookings)
  await copyRows(
    client,
    'ticket_counters',
    ['module', 'year', 'last'],
    [...wake.counters.values()].map(({ module, year, last }) => [module, year, last]),
  )
  await client.query(
    `select setval(pg_get_serial_sequence('tickets', 'id'), greatest($1::bigint, 1), $1 > 0)`,
    [size.tickets],
  )
  step('indexes and constraints')
  await bringBack()
  // As the server's own housekeeping would have left them.
  await client.query(COMPACT_RESERVATIONS, [size.timeZone])
  await client.query(COMPACT_BLOCKS)
  step(`${size.views ?? 0} views of posts`)
  await fillContent(client, { views: size.views ?? 0, now: size.now }, people)
  step(`${size.payments ?? 0} payments`)
  await fillPayments(client, { payments: size.payments ?? 0, now: size.now, timeZone: size.timeZone }, people)
}

async function fillPeople(
  client: ClientBase,
  { tenants: count, tickets, now }: SeedSize,
): Promise<SeedPeople> {
  const tenants = seedTenants(count)
  const password = await hashPassword(SEED_PASSWORD)
  const opened = new Date(now.getTime() - (SPAN_DAYS + 30) * 86_400_000)
  // The column makes its own ids, from wherever it is; only then are they known.
  const first = await nextId(client, 'tenants')
  for (const tenant of tenants) tenant.id += first - 1
  await copyRows(
    client,
    'tenants',
    TENANT_COLUMNS,
    tenants.map((tenant) => tenantLine(tenant, password, opened)),
  )
  await client.query(`select setval(pg_get_serial_sequence('tenants', 'id'), $1)`, [first + count - 1])

  const { rows: admins } = await client.query<{ id: string }>(
    `insert into admins (name, email, password_hash, roles, created_at) values ($1, $2, $3, $4, $5) returning id`,
    [SEED_ADMIN.name, SEED_ADMIN.email, password, JSON.stringify(makeRoles('all')), opened],
  )
  const reservations = Math.ceil(tickets * 0.13)
  const { rows: amenities } = await client.query<{ id: string; title: string }>(
    `insert into amenities (title, description, created_at) select 'Amenity ' || n, 'For measurements.', $2 from generate_series(1, $1::int) n returning id, title`,
    [amenitiesFor(reservations, SPAN_DAYS), opened],
  )
  return {
    tenants,
    admin: { id: Number(admins[0]?.id), name: SEED_ADMIN.name },
    amenities: amenities.map(({ id, title }) => ({ id: Number(id), title })),
  }
}

async function nextId(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id`,
    [table],
  )
  return Number(rows[0]?.id)
}

const TENANT_COLUMNS = [
  'id',
  'client_code',
  'password_hash',
  'uoccname',
  'uoccpers',
  'unit_number',
  'first_name',
  'last_name',
  'email',
  'soa_amount',
  'created_at',
  'updated_at',
] as const

function tenantLine(tenant: SeedTenant, password: string, opened: Date): CopyValue[] {
  const [firstName = '', ...rest] = tenant.uoccname.split(' ')
  return [
    tenant.id,
    tenant.clientCode,
    password,
    tenant.uoccname,
    tenant.uoccname,
    tenant.unit,
    firstName,
    rest.join(' '),
    `${tenant.clientCode.toLowerCase()}@mail.test`,
    tenant.soaAmount,
    opened,
    opened,
  ]
}
