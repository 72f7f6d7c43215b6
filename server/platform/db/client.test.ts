import fc from 'fast-check'
import { sql } from 'kysely'
import { types } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './client.ts'
import { openTestDatabase } from './testing.ts'
import { parseInstant } from './value-parsers.ts'

const { db, connectionString } = await openTestDatabase()

test('ids, counts and money are parsed as numbers, dates as text, times as Date', async () => {
  const { rows } = await sql`
    select 12345678901::bigint as id, 1234567890.55::numeric(12,2) as money, date '2026-02-03' as day,
           timestamptz '2026-02-03 08:00+08' as at, array[1, null]::bigint[] as ids`.execute(db)
  expect(rows).toEqual([
    {
      id: 12345678901,
      money: 1234567890.55,
      day: '2026-02-03',
      at: new Date('2026-02-03T00:00:00Z'),
      ids: [1, null],
    },
  ])
})

test('a bigint above the safe integers is an error', async () => {
  await expect(sql`select 9007199254740993::bigint as id`.execute(db)).rejects.toThrow('9007199254740993')
})

test('a transaction that throws is rolled back', async () => {
  const refusedTransaction = db.transaction().execute(async (tx) => {
    await tx.insertInto('settings').values({ name: 'half', value: 'done' }).execute()
    throw new Error('refused')
  })
  await expect(refusedTransaction).rejects.toThrow('refused')
  expect(await db.selectFrom('settings').selectAll().where('name', '=', 'half').execute()).toEqual([])
})

test('queued queries of a failed transaction do not run', async () => {
  const failedTransaction = db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`select 1 / 0`.execute(tx),
        tx.insertInto('settings').values({ name: 'beside', value: 'done' }).execute(),
        tx.insertInto('settings').values({ name: 'later', value: 'done' }).execute(),
      ]),
    )
  await expect(failedTransaction).rejects.toThrow('division by zero')
  // Queries that the failed transaction sent too late would run on one of these reused connections.
  for (let attempt = 0; attempt < 20; attempt++) await sql`select`.execute(db)
  expect(await db.selectFrom('settings').select('name').where('value', '=', 'done').execute()).toEqual([])
})

test('a query over its time limit fails with 57014, and its connection is reused', async () => {
  const url = new URL(connectionString)
  url.searchParams.delete('statement_timeout')
  const singleDatabase = openDatabase({ connectionString: url.href, poolSize: 1, queryTimeoutMs: 1000 })
  onTestFinished(singleDatabase.close)
  await expect(sql`select pg_sleep(300)`.execute(singleDatabase.db)).rejects.toMatchObject({ code: '57014' })
  expect((await sql`select 1 as one`.execute(singleDatabase.db)).rows).toEqual([{ one: 1 }])
})

test('times are parsed like by pg, in every zone and precision', () => {
  const driverParser = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')
  const writtenTimestamps = fc.record({
    day: fc.date({ min: new Date('0001-01-02Z'), max: new Date('9999-12-30Z'), noInvalidDate: true }),
    fraction: fc.stringMatching(/^(\.\d{1,6})?$/),
    offset: fc.constantFrom('+00', '+08', '-03', '+05:30', '+08:04:00', '-11:30'),
  })
  fc.assert(
    fc.property(writtenTimestamps, ({ day, fraction, offset }) => {
      const text = `${day.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${offset}`
      expect(parseInstant(text)).toEqual(driverParser(text))
    }),
  )
  for (const text of ['infinity', '-infinity', '0044-03-15 00:00:00+00 BC', '10000-01-01 00:00:00+00'])
    expect(parseInstant(text)).toEqual(driverParser(text))
})
