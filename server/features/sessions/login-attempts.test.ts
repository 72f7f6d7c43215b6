import { beforeEach, expect, test } from 'vitest'
import { makeTenant, TEST_PASSWORD } from '../../testing/accounts.ts'
import { openTestPortal } from '../../testing/portal.ts'
import { logIn } from './testing.ts'

const portal = await openTestPortal()
beforeEach(async () => {
  await portal.db.deleteFrom('login_failures').execute()
})

const post = (clientCode: string, password: string, address: string) =>
  logIn(portal.from(address), 'client', clientCode, password)

let lastAddress = 0
const anotherAddress = () => `198.51.100.${++lastAddress}`

test('after ten failures an account answers 429 with the time to wait, even to the right password', async () => {
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

test('refused tries do not keep the account closed for longer, and 15 minutes later it is open', async () => {
  const { clientCode } = await makeTenant(portal.db)
  for (let n = 0; n < 15; n++) await post(clientCode, 'wrong-password', anotherAddress())
  expect(await portal.db.selectFrom('login_failures').select('id').execute()).toHaveLength(20)
  await portal.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 901_000) })
    .execute()
  expect((await post(clientCode, TEST_PASSWORD, anotherAddress())).status).toBe(200)
})

test('of 40 guesses at the same moment at most ten are looked at', async () => {
  const { clientCode } = await makeTenant(portal.db)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post(clientCode, 'wrong-password', anotherAddress())),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
})

test('a login that succeeds forgets the failures of its account, not those of its address', async () => {
  const { clientCode } = await makeTenant(portal.db)
  for (let n = 0; n < 9; n++) await post(clientCode, 'wrong-password', '203.0.113.20')
  expect((await post(clientCode, TEST_PASSWORD, '203.0.113.20')).status).toBe(200)
  expect((await post(clientCode, 'wrong-password', '203.0.113.21')).status).toBe(401)
  expect((await post('guess', 'wrong-password', '203.0.113.20')).status).toBe(401)
  expect((await post('guess', 'wrong-password', '203.0.113.20')).status).toBe(429)
})
