import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeTenant, TEST_PASSWORD } from '#testing/accounts.ts'
import { createTestPortal, openTestPortal } from '#testing/portal.ts'
import { logIn } from './testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const post = (clientCode: string, password: string, address: string) =>
  logIn(portal.from(address), 'client', clientCode, password)

let lastAddress = 0
const anotherAddress = () => `198.51.100.${++lastAddress}`

test('after ten failures an account answers 429 with the waiting time, even to the right password', async () => {
  const { clientCode } = await makeTenant(portal.db)
  for (let n = 0; n < 10; n++) {
    expect((await post(clientCode.toUpperCase(), 'wrong-password', anotherAddress())).status).toBe(401)
  }
  const answer = await post(clientCode, TEST_PASSWORD, anotherAddress())
  expect(answer.status).toBe(429)
  expect(answer.body).toEqual({
    code: 'tooManyRequests',
    message: 'Too many attempts. Please try again in 15 minutes.',
  })
  const wait = Number(answer.headers['retry-after'])
  expect(wait).toBeGreaterThan(890)
  expect(wait).toBeLessThanOrEqual(900)
})

test.each(['DİVİNA', 'DIVINA'])(
  'every spelling that opens the account %s counts against it',
  async (code) => {
    const { clientCode } = await makeTenant(portal.db, { clientCode: `${code}-${++lastAddress}` })
    const spellings = [clientCode.replaceAll('I', 'İ'), clientCode.replaceAll('İ', 'i'), clientCode]
    for (let n = 0; n < 10; n++) {
      const spelling = spellings[n % 3] ?? ''
      expect((await post(spelling, 'wrong-password', anotherAddress())).status).toBe(401)
    }
    for (const spelling of spellings)
      expect((await post(spelling, TEST_PASSWORD, anotherAddress())).status).toBe(429)
  },
)

test('refused tries do not prolong the block, which ends after 15 minutes', async () => {
  const { clientCode } = await makeTenant(portal.db)
  for (let n = 0; n < 15; n++) await post(clientCode, 'wrong-password', anotherAddress())
  expect(await portal.db.selectFrom('login_failures').select('id').execute()).toHaveLength(20)
  await portal.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 901_000) })
    .execute()
  expect((await post(clientCode, TEST_PASSWORD, anotherAddress())).status).toBe(200)
})

test('of 40 simultaneous guesses ten are checked', async () => {
  const { clientCode } = await makeTenant(portal.db)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post(clientCode, 'wrong-password', anotherAddress())),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBe(10)
})

test('a successful login clears the failures of its account, not those of its address', async () => {
  const { clientCode } = await makeTenant(portal.db)
  for (let n = 0; n < 9; n++) await post(clientCode, 'wrong-password', '203.0.113.20')
  expect((await post(clientCode, TEST_PASSWORD, '203.0.113.20')).status).toBe(200)
  expect((await post(clientCode, 'wrong-password', '203.0.113.21')).status).toBe(401)
  expect((await post('guess', 'wrong-password', '203.0.113.20')).status).toBe(401)
  expect((await post('guess', 'wrong-password', '203.0.113.20')).status).toBe(429)
})

const together = <Answer>(count: number, call: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))

test('simultaneous right passwords of one account or address do not count as guesses', async () => {
  const { clientCode } = await makeTenant(portal.db)
  const neighbours = await together(15, () => makeTenant(portal.db))
  for (let n = 0; n < 9; n++) {
    await post(clientCode, 'wrong-password', anotherAddress())
    await post(`guess-${n}`, 'wrong-password', '203.0.113.30')
  }
  const own = await together(15, () => post(clientCode, TEST_PASSWORD, anotherAddress()))
  const ofAddress = await together(15, (n) =>
    post(neighbours[n]?.clientCode ?? '', TEST_PASSWORD, '203.0.113.30'),
  )
  expect([...own, ...ofAddress].map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('during a database outage, waiting logins fail together with the first', async () => {
  const lonely = await createTestPortal()
  onTestFinished(lonely.close)
  const { clientCode } = await makeTenant(lonely.db)
  // the account is found, then the database hangs at the first attempt until the query is cancelled
  await sql`create function hang() returns trigger language plpgsql
    as $$ begin perform pg_sleep(1); raise exception 'gone' using errcode = 'query_canceled'; end $$`.execute(
    lonely.db,
  )
  await sql`create trigger hang before insert on login_failures for each statement execute function hang()`.execute(
    lonely.db,
  )
  const began = performance.now()
  const answers = await together(10, () =>
    logIn(lonely.from('203.0.113.50'), 'client', clientCode, TEST_PASSWORD),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(503))
  expect(performance.now() - began).toBeLessThan(5000)
})
