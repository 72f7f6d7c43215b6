import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeSuperAdmin, makeTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { createTestPortal, type TestPortal } from '@tahanan/server/testing/portal.ts'

/** Attack 23: guessing passwords behind forged addresses, and finding out which accounts exist. */
let portal: TestPortal
afterEach(() => portal.db.deleteFrom('login_failures').execute())

const PROXY = '192.0.2.1'
interface Origin {
  readonly remoteAddress: string
  readonly forwarded?: string
}

async function tryToLogIn(area: string, body: object, { remoteAddress, forwarded }: Origin) {
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/login${area === 'client' ? '' : `/${area}`}`,
    remoteAddress,
    headers:
      forwarded === undefined
        ? {}
        : { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` },
    payload: body,
  })
  return answer.statusCode
}
async function loginOf(area: 'client' | 'admin' | 'super-admin'): Promise<string> {
  if (area === 'client') return (await makeTenant(portal.db)).clientCode
  return (await (area === 'admin' ? makeAdmin : makeSuperAdmin)(portal.db)).email
}
const guess = (n: number, from: Origin) =>
  tryToLogIn('client', { clientCode: `guess-${n}`, password: 'wrong-password' }, from)

describe('without a trusted proxy', () => {
  beforeAll(async () => {
    portal = await createTestPortal()
  })
  afterAll(() => portal.close())

  test('a forged address in a header is ignored', async () => {
    const tenant = await portal.as('client')
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push(await guess(n, { remoteAddress: '203.0.113.9', forwarded: `10.0.0.${n}` }))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    const right = { clientCode: tenant.account.clientCode, password: TEST_PASSWORD }
    expect(await tryToLogIn('client', right, { remoteAddress: '203.0.113.9', forwarded: '10.9.9.9' })).toBe(
      429,
    )
    // A forged address does not lock out its owner.
    expect(await tryToLogIn('client', right, { remoteAddress: '10.0.0.1' })).toBe(200)
  })

  test.each(['client', 'admin', 'super-admin'] as const)(
    'an unknown %s costs the same work and gets the same answer as a wrong password',
    async (area) => {
      const known = await loginOf(area)
      /** Processor time of an answer, in microseconds. */
      const work = async (login: string) => {
        await portal.db.deleteFrom('login_failures').execute()
        const before = process.cpuUsage()
        const answer = await portal.app.inject({
          method: 'POST',
          url: `/api/login${area === 'client' ? '' : `/${area}`}`,
          payload: { [area === 'client' ? 'clientCode' : 'email']: login, password: 'wrong-password' },
        })
        const { user, system } = process.cpuUsage(before)
        expect([answer.statusCode, answer.json<object>()]).toEqual([
          401,
          { code: 'invalidCredentials', message: 'Login Failed: Invalid Credentials' },
        ])
        return user + system
      }
      // Alternating runs, and the minimum of each, exclude other work of the machine.
      const least = { unknown: Infinity, known: Infinity }
      for (let n = 0; n < 12; n++) {
        least.unknown = Math.min(least.unknown, await work('nobody@example.test'))
        least.known = Math.min(least.known, await work(known))
      }
      expect(least.unknown / least.known).toBeGreaterThan(0.6)
      expect(least.unknown / least.known).toBeLessThan(1.7)
    },
  )
})

/** A caller behind the proxy, which appends the real address to the claimed one. */
const throughProxy = (real: string, claimed: string): Origin => ({
  remoteAddress: PROXY,
  forwarded: `${claimed}, ${real}`,
})

describe.each([
  ['one proxy, by number', 1],
  ['one proxy, by address', [PROXY]],
] as const)('behind %s', (_, trustProxy) => {
  beforeAll(async () => {
    portal = await createTestPortal({ trustProxy })
  })
  afterAll(() => portal.close())
  test('the address that the proxy saw counts, not the one that the caller claims', async () => {
    const tenant = await portal.as('client')
    const right = { clientCode: tenant.account.clientCode, password: TEST_PASSWORD }
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push(await guess(n, throughProxy('203.0.113.9', `10.0.0.${n}`)))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    // The guesser stays locked out under every claimed address; the owners of these addresses are not.
    expect(await tryToLogIn('client', right, throughProxy('203.0.113.9', '198.51.100.77'))).toBe(429)
    expect(await tryToLogIn('client', right, throughProxy('10.0.0.3', '203.0.113.9'))).toBe(200)
  })

  test('a caller who bypasses the proxy is counted by its own address', async () => {
    if (typeof trustProxy === 'number') return
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push(await guess(n, { remoteAddress: '203.0.113.66', forwarded: `10.0.0.${n}` }))
    expect(statuses.at(-1)).toBe(429)
  })
})
