import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { countReservationsByMonth } from '#features/dashboard/repository.ts'
import { insertPayment } from '#features/payments/save-payment.ts'
import { claimTicket } from '#features/tickets/repository.ts'
import { openTestDatabase } from '#platform/db/testing.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { toWallClock } from '@tahanan/contract/time.ts'
import { fillDatabase } from './fill-database.ts'

const database = await openTestDatabase()
const { db } = database
const size = {
  tenants: 120,
  tickets: 3000,
  views: 4000,
  payments: 2000,
  now: new Date(),
  timeZone: 'Asia/Manila',
}
const fillTestDatabase = async () => {
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  await fillDatabase(client, size).finally(() => client.end())
}
const listIndexes = () =>
  sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where schemaname = 'public' union all
    select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1`.execute(
    db,
  )
const selectOne = async <T>(query: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
  (await query.execute(db)).rows[0]

let indexesBefore: unknown
beforeAll(async () => {
  indexesBefore = (await listIndexes()).rows
  await fillTestDatabase()
})

test('the requested numbers of tenants and tickets are made', async () => {
  expect(
    await selectOne(
      sql`select (select count(*) from tenants) as tenants, (select count(*) from tickets) as tickets`,
    ),
  ).toEqual({
    tenants: 120,
    tickets: 3000,
  })
})

test('indexes and constraints are unchanged', async () => {
  expect((await listIndexes()).rows).toEqual(indexesBefore)
})

test('a database with a community is refused', async () => {
  await expect(fillTestDatabase()).rejects.toThrow('holds a community already')
  expect(await selectOne(sql`select count(*) as n from tickets`)).toEqual({ n: 3000 })
})

test('the tallies equal the counts', async () => {
  const talliedCounts =
    await sql`select module, status, sum(delta)::int as n from ticket_tallies group by 1, 2 order by 1, 2`.execute(
      db,
    )
  const rowCounts = await sql<{
    module: string
  }>`select module, status, count(*)::int as n from tickets group by 1, 2 order by 1, 2`.execute(db)
  expect(talliedCounts.rows).toEqual(rowCounts.rows)
  expect([...new Set(rowCounts.rows.map(({ module }) => module))].toSorted()).toEqual(
    MODULES.map(({ name }) => name).toSorted(),
  )
})

test('every ticket has a history up to its status, and ids follow the times', async () => {
  expect(
    await selectOne(sql`
      select count(*) filter (where t.status <>
          (select e.to_status from ticket_events e where e.ticket_id = t.id order by e.id desc limit 1))::int as wrong,
        count(*) filter (
          where (select count(*) from ticket_events e where e.ticket_id = t.id) <> version)::int as incomplete,
        count(*) filter (where updated_at > now())::int as future,
        (select count(*)::int from (
          select created_at < lag(created_at) over (order by id) as back from tickets) o where back) as disorder,
        extract(day from now() - min(created_at)) > 400 as old
      from tickets t`),
  ).toEqual({ wrong: 0, incomplete: 0, future: 0, disorder: 0, old: true })
})

test('every open reservation has its booking', async () => {
  expect(
    await selectOne(sql`
      select count(*) filter (where b.ticket_id is null
          or lower(during) <> (details ->> 'startTime')::timestamptz)::int as wrong, count(*) > 200 as many
      from tickets t left join amenity_bookings b on b.ticket_id = t.id
      where module = 'reservation' and t.status between 1 and 4`),
  ).toEqual({ wrong: 0, many: true })
})

async function incrementAndGetNumber(table: string, column: string, highestNumber: string): Promise<string> {
  const yearPrefix = highestNumber.slice(0, -6)
  const lastNumber = await selectOne<{ n: number }>(
    sql`select coalesce(max(right(${sql.ref(column)}, 6)::int), 0) as n from ${sql.table(table)}
      where ${sql.ref(column)} <> ${highestNumber} and starts_with(${sql.ref(column)}, ${yearPrefix})`,
  )
  return `${yearPrefix}${String((lastNumber?.n ?? 0) + 1).padStart(6, '0')}`
}
const getCurrentYear = () => String(toWallClock(new Date(), size.timeZone).year)

test('numbers continue after the last', async () => {
  for (const module of MODULES) {
    const { ticketNumber } = await claimTicket(db, module, {}, size.timeZone)
    expect(ticketNumber).toContain(`${module.prefix}-${getCurrentYear()}-`)
    expect(ticketNumber).toBe(await incrementAndGetNumber('tickets', 'ticket_number', ticketNumber))
  }
})

test('old visits have no identity data', async () => {
  expect(
    await selectOne(sql`
      select count(*) filter (where details ->> 'birthDate' is not null)::int as kept, count(*) > 100 as many
      from tickets
      where module = 'visitor' and (details ->> 'dateOfVisit')::timestamptz < now() - interval '30 days'`),
  ).toEqual({ kept: 0, many: true })
})

test('views, comments and feedback are made', async () => {
  expect(
    await selectOne(sql`
      select (select count(*) from posts) as posts, (select sum(delta) from post_view_tallies) as views,
        (select count(*) from comments) as comments, (select count(*) from feedbacks) as feedbacks`),
  ).toEqual({ posts: 20, views: 4000, comments: 200, feedbacks: 200 })
})

test('reservations cover years, and their monthly totals equal the counts', async () => {
  const months = await countReservationsByMonth(db, 'Asia/Manila')
  const monthCounts = await sql`
    select extract(year from created_at at time zone 'Asia/Manila')::int as year,
      extract(month from created_at at time zone 'Asia/Manila')::int as month,
      count(*) from tickets where module = 'reservation' and status <> 0 group by 1, 2 order by 1, 2`.execute(
    db,
  )
  expect(months).toEqual(monthCounts.rows)
  expect(months.length).toBeGreaterThan(30)
  // There is one row per month after the compaction, and one row for a ticket of another test.
  expect(await selectOne(sql`select count(*) < 45 as few from reservation_tallies`)).toEqual({ few: true })
})

test('payments have histories, receipts and statements, and the tallies equal the counts', async () => {
  expect(
    await selectOne(sql`
      select (select count(*) from payments) as payments, (select count(*) from statements) as statements,
        (select count(distinct type * 10 + status)::int from payments) as kinds,
        (select count(*)::int from payments
          where (status = 4) <> (receipt is not null) or updated_at > now()) as wrong,
        (select count(*)::int from (
          select created_at < lag(created_at) over (order by id) as back from payments) o where back) as disorder,
        (select count(*)::int from payments p
          where version <> (select count(*) from payment_events e where e.payment_id = p.id) or status <>
            (select to_status from payment_events e where e.payment_id = p.id order by e.id desc limit 1)
        ) as incomplete`),
  ).toEqual({
    payments: 2000,
    statements: 2000,
    kinds: expect.any(Number) as number,
    wrong: 0,
    disorder: 0,
    incomplete: 0,
  })
  const talliedCounts =
    await sql`select status, sum(delta)::int as n from payment_tallies group by 1 order by 1`.execute(db)
  const rowCounts = await sql`select status, count(*)::int as n from payments group by 1 order by 1`.execute(
    db,
  )
  expect(talliedCounts.rows).toEqual(rowCounts.rows)
  expect(rowCounts.rows.length).toBeGreaterThanOrEqual(4)
})

test('the next payment continues the numbers', async () => {
  const { reference_number: referenceNumber } = await db.transaction().execute((tx) =>
    insertPayment(tx, {
      tenant_id: 1,
      type: 1,
      status: 2,
      amount_paid: 5,
      transaction_date: null,
      timeZone: 'Asia/Manila',
    }),
  )
  expect(referenceNumber).toContain(`PY-${getCurrentYear()}-`)
  expect(referenceNumber).toBe(await incrementAndGetNumber('payments', 'reference_number', referenceNumber))
})
