import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#platform/db/testing.ts'
import { selectMoneyDay, getMoneyDay } from './select-money-day.ts'

const { db } = await openTestDatabase()

test.each([
  ['2026-11-14', null, '2026-11-14'],
  ['2026-11-14', '2026-11-10', '2026-11-14'],
  ['2026-11-14', '2026-11-14', '2026-11-14'],
  ['2026-11-14', '2026-12-01', '2026-12-01'],
])('money given on %s with a cheque of %s moves on %s', async (day, cheque_date, expectedDay) => {
  // In UTC, this is still 16:30 of the previous day.
  const eventTime = new Date(`${day}T00:30:00+08:00`)
  for (const row of [
    { cheque_date, transaction_date: null, created_at: eventTime },
    { cheque_date, transaction_date: eventTime, created_at: new Date('2026-01-01T00:00:00Z') },
  ]) {
    expect(getMoneyDay(row, 'Asia/Manila')).toBe(expectedDay)
    const { rows } = await sql<{ day: string }>`select ${selectMoneyDay('Asia/Manila')} as day from (select
      ${cheque_date}::date as cheque_date, ${row.transaction_date}::timestamptz as transaction_date,
      ${row.created_at}::timestamptz as created_at) as p`.execute(db)
    expect(rows).toEqual([{ day: expectedDay }])
  }
})
