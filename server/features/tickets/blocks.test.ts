import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkTallies } from '#commands/check-tallies.ts'
import { openDatabase } from '#platform/db/client.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { fillDatabase } from '#seed/fill-database.ts'
import { compactBlocks } from './blocks.ts'
import { tickets, type TicketFilter } from './repository.ts'

const database = await openTestDatabase()
// Patient: statements over all tickets take what they take on a busy machine.
const { db, pool, close } = openDatabase({
  connectionString: database.connectionString,
  statementTimeoutMs: 0,
})
afterAll(close)

const TICKETS = 7000
const BLOCK = 2048

beforeAll(async () => {
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  const size = { tenants: 20, tickets: TICKETS, now: new Date(), timeZone: 'Asia/Manila' }
  await fillDatabase(client, size).finally(() => client.end())
})

const LISTS: readonly TicketFilter[] = [
  {},
  { status: 4 },
  { status: 1 },
  { module: 'gatePass' },
  { module: 'gatePass', status: 4 },
]

/** The list as it is, by walking through all of it. */
async function walked(filter: TicketFilter, on = db): Promise<number[]> {
  const rows = await on
    .selectFrom('tickets')
    .select('id')
    .where('status', '<>', 0)
    .$if(filter.module !== undefined, (query) => query.where('module', '=', filter.module ?? ''))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 0))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

async function expectPagesAreRight(): Promise<void> {
  for (const filter of LISTS) {
    const all = await walked(filter)
    for (const offset of [
      1000,
      1990,
      2040,
      3321,
      all.length - 10,
      all.length - 3,
      all.length,
      all.length + 50,
    ])
      for (const limit of [10, 700]) {
        if (offset < 1000) continue
        const { rows: page } = await tickets.read(db, filter, { limit, offset })
        expect(
          page.map(({ id }) => id),
          JSON.stringify({ filter, offset, limit }),
        ).toEqual(all.slice(offset, offset + limit))
      }
  }
}

async function checkBlocks(): Promise<void> {
  const client = await pool.connect()
  await checkTallies(client).finally(() => client.release())
}

test('a page far back is what walking there finds: every list, between blocks, at the end and behind it', async () => {
  await expectPagesAreRight()
})

test('it stays right while tickets change, before and after the differences are added up', async () => {
  await sql`update tickets set status = 4 where id % 7 = 0`.execute(db)
  await sql`update tickets set status = 0 where id % 11 = 0`.execute(db)
  await sql`delete from tickets where id between 3000 and 3100`.execute(db)
  await expectPagesAreRight()
  await checkBlocks()
  await sql`insert into ticket_block_changes select 'gatePass', 4, 2, d from generate_series(1, 200), unnest(array[1, -1]) d`.execute(
    db,
  )
  await compactBlocks(db)
  expect(await db.selectFrom('ticket_block_changes').selectAll().execute()).toEqual([])
  await expectPagesAreRight()
  await checkBlocks()
})

test('a block that is counted wrong is noticed', async () => {
  await sql`update ticket_blocks set n = n + 1 where module = '' and status = 0 and block = 1`.execute(db)
  await expect(checkBlocks()).rejects.toThrow('ticket_blocks')
  await sql`update ticket_blocks set n = n - 1 where module = '' and status = 0 and block = 1`.execute(db)
})

/** Counts other open snapshots, such as an automatic ANALYZE's: rows changed since are kept for them, and read. */
async function snapshots(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.n ?? Number.NaN
}

test('a page at the end of a list reads no more rows than one block holds', async () => {
  await expect.poll(snapshots, { timeout: 15_000 }).toBe(0)
  await sql`vacuum analyze tickets, ticket_blocks`.execute(db)
  // A connection of its own: what it read is told as soon as it is asked, and nothing that another one read before.
  const single = openDatabase({
    connectionString: database.connectionString,
    poolSize: 1,
    statementTimeoutMs: 0,
  })
  const rowsRead = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(single.db)
    const { rows } = await sql<{ n: number }>`
      select (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'tickets')::bigint
        + (select seq_tup_read from pg_stat_user_tables where relname = 'tickets') as n`.execute(single.db)
    return rows[0]?.n ?? 0
  }
  onTestFinished(single.close)
  const all = await walked({}, single.db)
  let read = Number.POSITIVE_INFINITY
  // The least of a few: an idle connection may tell just then what it read long ago.
  for (let n = 0; n < 3; n++) {
    const before = await rowsRead()
    const { rows } = await tickets.read(single.db, {}, { limit: 10, offset: all.length - 10 })
    expect(rows).toHaveLength(10)
    read = Math.min(read, (await rowsRead()) - before)
  }
  expect(read).toBeGreaterThanOrEqual(10)
  expect(read).toBeLessThan(BLOCK + 100)
})
