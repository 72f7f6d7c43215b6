import { createHook } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addFailures } from '@tahanan/server/features/sessions/testing.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { createTestPortal, type TestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Tests attack 23 of docs/attacks.yaml: guessing passwords with false client IP addresses, and finding out
 * which accounts exist.
 */
let portal: TestPortal
afterEach(() => portal.db.deleteFrom('login_failures').execute())

const PROXY_ADDRESS = '192.0.2.1'
interface Origin {
  readonly remoteAddress: string
  readonly forwardedFor?: string
}

async function tryToLogIn(area: string, body: object, { remoteAddress, forwardedFor }: Origin) {
  const response = await portal.app.inject({
    method: 'POST',
    url: `/api/login${area === 'client' ? '' : `/${area}`}`,
    remoteAddress,
    headers:
      forwardedFor === undefined
        ? {}
        : { 'x-forwarded-for': forwardedFor, 'x-real-ip': forwardedFor, forwarded: `for=${forwardedFor}` },
    payload: body,
  })
  return response.statusCode
}
/**
 * Creates an account and changes its password through the API, because test accounts have weaker hashes,
 * which take less time.
 */
async function createAccount(area: 'client' | 'admin' | 'super-admin'): Promise<string> {
  const caller = await portal.as(area)
  const newPassword = 'brand-new-password'
  const passwordBody = { oldPassword: TEST_PASSWORD, newPassword, reNewPassword: newPassword }
  expect((await caller.put('/change-password', passwordBody)).status).toBe(200)
  return 'clientCode' in caller.account ? caller.account.clientCode : caller.account.email
}
const guessPassword = (n: number, from: Origin) =>
  tryToLogIn('client', { clientCode: `guess-${n}`, password: 'wrong-password' }, from)

/** Type of the async resource that `@node-rs/argon2` creates for each password hash. The test counts them. */
const HASH_RESOURCE_TYPE = 'undefined'
let hashCount = 0
const hashHook = createHook({ init: (_, type) => void (hashCount += type === HASH_RESOURCE_TYPE ? 1 : 0) })
const countHashes = () => hashCount
beforeAll(() => void hashHook.enable())
afterAll(() => void hashHook.disable())

describe('without a trusted proxy', () => {
  beforeAll(async () => {
    portal = await createTestPortal()
  })
  afterAll(() => portal.close())

  test('a forged address in a header is ignored', async () => {
    const tenant = await portal.as('client')
    await addFailures(portal.db, 'address 203.0.113.9', 198)
    const statuses = []
    for (let n = 0; n < 3; n++)
      statuses.push(await guessPassword(n, { remoteAddress: '203.0.113.9', forwardedFor: `10.0.0.${n}` }))
    expect(statuses).toEqual([401, 401, 429])
    const correctLogin = { clientCode: tenant.account.clientCode, password: TEST_PASSWORD }
    expect(
      await tryToLogIn('client', correctLogin, { remoteAddress: '203.0.113.9', forwardedFor: '10.9.9.9' }),
    ).toBe(429)
    expect(await tryToLogIn('client', correctLogin, { remoteAddress: '10.0.0.1' })).toBe(200)
  })

  test.each(['client', 'admin', 'super-admin'] as const)(
    'an unknown %s costs the same work and gets the same answer as a wrong password',
    async (area) => {
      const existingLogin = await createAccount(area)
      const logIn = async (login: string) => {
        await portal.db.deleteFrom('login_failures').execute()
        const hashCountBefore = countHashes()
        const response = await portal.app.inject({
          method: 'POST',
          url: `/api/login${area === 'client' ? '' : `/${area}`}`,
          payload: { [area === 'client' ? 'clientCode' : 'email']: login, password: 'wrong-password' },
        })
        return {
          hashes: countHashes() - hashCountBefore,
          status: response.statusCode,
          body: response.json<object>(),
        }
      }
      // Logs in once before counting, because the first unknown login also computes a dummy hash.
      await logIn('nobody@example.test')
      const refusalBody = { code: 'invalidCredentials', message: 'Login Failed: Invalid Credentials' }
      for (const login of ['nobody@example.test', existingLogin])
        expect(await logIn(login)).toEqual({ hashes: 1, status: 401, body: refusalBody })
    },
  )
})

/** Simulates the proxy, which appends the real IP address to the address that the caller claims to have. */
const createProxiedOrigin = (realAddress: string, claimedAddress: string): Origin => ({
  remoteAddress: PROXY_ADDRESS,
  forwardedFor: `${claimedAddress}, ${realAddress}`,
})

describe.each([
  ['one proxy, by number', 1],
  ['one proxy, by address', [PROXY_ADDRESS]],
] as const)('behind %s', (_, trustProxy) => {
  beforeAll(async () => {
    portal = await createTestPortal({ trustProxy })
  })
  afterAll(() => portal.close())
  test('the address that the proxy saw counts, not the one that the caller claims', async () => {
    const tenant = await portal.as('client')
    const correctLogin = { clientCode: tenant.account.clientCode, password: TEST_PASSWORD }
    await addFailures(portal.db, 'address 203.0.113.9', 198)
    const statuses = []
    for (let n = 0; n < 3; n++)
      statuses.push(await guessPassword(n, createProxiedOrigin('203.0.113.9', `10.0.0.${n}`)))
    expect(statuses).toEqual([401, 401, 429])
    // The attacker stays locked out with every claimed address. The real owners of those addresses are not
    // locked out.
    expect(
      await tryToLogIn('client', correctLogin, createProxiedOrigin('203.0.113.9', '198.51.100.77')),
    ).toBe(429)
    expect(await tryToLogIn('client', correctLogin, createProxiedOrigin('10.0.0.3', '203.0.113.9'))).toBe(200)
  })

  // Runs only if the proxy is configured by its address. With only a number of proxies, the portal cannot
  // know that this caller is no proxy.
  if (typeof trustProxy !== 'number')
    test('a caller who bypasses the proxy is counted by its own address', async () => {
      await addFailures(portal.db, 'address 203.0.113.66', 198)
      const statuses = []
      for (let n = 0; n < 3; n++)
        statuses.push(await guessPassword(n, { remoteAddress: '203.0.113.66', forwardedFor: `10.0.0.${n}` }))
      expect(statuses).toEqual([401, 401, 429])
    })
})
