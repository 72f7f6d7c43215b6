import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestTenant, TEST_PASSWORD } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { tryLogin } from './login-attempt.ts'
import { addFailures, logIn } from './testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const postLogin = (clientCode: string, password: string, address: string) =>
  logIn(portal.from(address), 'client', clientCode, password)

let lastAddress = 0
const createAddress = () => `198.51.100.${++lastAddress}`

const getRefusal = async (clientCode: string, address: string) => {
  const { status, body, headers } = await postLogin(clientCode, TEST_PASSWORD, address)
  expect(status).toBe(429)
  const waitSeconds = Number(headers['retry-after'])
  expect(waitSeconds).toBeGreaterThan(14 * 60)
  expect(waitSeconds).toBeLessThanOrEqual(15 * 60)
  return body
}

test('ten failures of an account from an address block it there, even with the right password', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  const otherTenant = await createTestTenant(portal.db)
  for (let n = 0; n < 10; n++)
    expect((await postLogin(clientCode.toUpperCase(), 'wrong-password', '203.0.113.1')).status).toBe(401)
  await portal.db.updateTable('login_failures').set({ at: new Date() }).execute()
  expect(await getRefusal(clientCode, '203.0.113.1')).toEqual({
    code: 'tooManyLogins',
    message: 'Too many failed tries for this account from this network. Please try again in 15 minutes.',
  })
  // Other accounts at the same address are not blocked, because a whole building may share one IP address.
  expect((await postLogin(otherTenant.clientCode, TEST_PASSWORD, '203.0.113.1')).status).toBe(200)
  expect((await postLogin(clientCode, TEST_PASSWORD, '203.0.113.2')).status).toBe(200)
})

test('30 failures of an account from anywhere block it', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  await addFailures(portal.db, `client ${clientCode.toLowerCase()}`, 29)
  expect((await postLogin(clientCode, 'wrong-password', createAddress())).status).toBe(401)
  expect(await getRefusal(clientCode, createAddress())).toMatchObject({
    message: 'Too many failed tries for this account. Please try again in 15 minutes.',
  })
})

test('200 failures from an address block it for all accounts', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  await addFailures(portal.db, 'address 203.0.113.3', 199)
  expect((await postLogin('unknown', 'wrong-password', '203.0.113.3')).status).toBe(401)
  expect(await getRefusal(clientCode, '203.0.113.3')).toMatchObject({
    message: 'Too many failed tries from this network. Please try again in 15 minutes.',
  })
  expect((await postLogin(clientCode, TEST_PASSWORD, createAddress())).status).toBe(200)
})

test.each(['DİVİNA', 'DIVINA'])(
  'every spelling that opens the account %s counts against it',
  async (code) => {
    const { clientCode } = await createTestTenant(portal.db, { clientCode: `${code}-${++lastAddress}` })
    const spellings = [clientCode.replaceAll('I', 'İ'), clientCode.replaceAll('İ', 'i'), clientCode]
    const address = createAddress()
    for (let n = 0; n < 10; n++) {
      const spelling = spellings[n % 3] ?? ''
      expect((await postLogin(spelling, 'wrong-password', address)).status).toBe(401)
    }
    for (const spelling of spellings)
      expect((await postLogin(spelling, TEST_PASSWORD, address)).status).toBe(429)
  },
)

test('refused tries do not prolong the block, which ends after 15 minutes', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  const address = createAddress()
  for (let n = 0; n < 15; n++) await postLogin(clientCode, 'wrong-password', address)
  // Each of the first ten attempts has three rows: for the account, for the account at this address, and for
  // the address.
  expect(await portal.db.selectFrom('login_failures').select('id').execute()).toHaveLength(30)
  await portal.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 901_000) })
    .execute()
  expect((await postLogin(clientCode, TEST_PASSWORD, address)).status).toBe(200)
})

test('of 40 simultaneous guesses from an address ten are checked', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  const address = createAddress()
  const loginResponses = await Promise.all(
    Array.from({ length: 40 }, () => postLogin(clientCode, 'wrong-password', address)),
  )
  expect(loginResponses.filter(({ status }) => status === 401).length).toBe(10)
})

test('a successful login clears the failures of its account, not those of its address', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  await addFailures(portal.db, `client ${clientCode.toLowerCase()}`, 20)
  await addFailures(portal.db, 'address 203.0.113.20', 190)
  for (let n = 0; n < 9; n++) await postLogin(clientCode, 'wrong-password', '203.0.113.20')
  expect((await postLogin(clientCode, TEST_PASSWORD, '203.0.113.20')).status).toBe(200)
  for (let n = 0; n < 10; n++)
    expect((await postLogin(clientCode, 'wrong-password', '203.0.113.21')).status).toBe(401)
  expect((await postLogin('guess', 'wrong-password', '203.0.113.20')).status).toBe(401)
  expect((await postLogin('guess', 'wrong-password', '203.0.113.20')).status).toBe(429)
})

const callInParallel = <Answer>(count: number, call: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))

test('simultaneous right passwords of one account or address do not count as guesses', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  const otherTenants = await callInParallel(15, () => createTestTenant(portal.db))
  await addFailures(portal.db, `client ${clientCode.toLowerCase()}`, 29)
  await addFailures(portal.db, 'address 203.0.113.30', 180)
  const ownReplies = await callInParallel(15, () => postLogin(clientCode, TEST_PASSWORD, createAddress()))
  const sameAddressReplies = await callInParallel(15, (n) =>
    postLogin(otherTenants[n]?.clientCode ?? '', TEST_PASSWORD, '203.0.113.30'),
  )
  expect([...ownReplies, ...sameAddressReplies].map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('of logins that wait for one which meets a database outage, none is tried; later ones are', async () => {
  const { clientCode } = await createTestTenant(portal.db)
  const loginSubject = { area: 'client', login: clientCode, address: '203.0.113.50' } as const
  let checkCount = 0
  const failCheck = async () => {
    checkCount++
    await sql`do $$ begin raise 'gone' using errcode = 'query_canceled'; end $$`.execute(portal.db)
  }
  const loginResults = await Promise.allSettled(
    Array.from({ length: 10 }, () => tryLogin(portal.db, loginSubject, failCheck)),
  )
  expect(loginResults.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  expect(checkCount).toBe(1)
  for (const loginResult of loginResults.slice(1))
    expect(loginResult).toMatchObject({ reason: { code: 'unavailable' } })
  expect((await postLogin(clientCode, TEST_PASSWORD, '203.0.113.50')).status).toBe(200)
})
