import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeSuperAdmin, makeTenant, TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { createTestPortal, type TestPortal } from '@tahanan/server/testing/portal.ts'

/** Attack 23: guessing passwords behind forged addresses, and telling accounts that exist from those that do not. */
let portal: TestPortal
afterEach(() => portal.db.deleteFrom('login_failures').execute())

const PROXY = '192.0.2.1'
interface From {
  readonly remoteAddress: string
  readonly forwarded?: string
}

async function tryToLogIn(area: string, body: object, { remoteAddress, forwarded }: From) {
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
const guess = (n: number, from: From) =>
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
    // Nor can anybody lock another one out by naming their address.
    expect(await tryToLogIn('client', right, { remoteAddress: '10.0.0.1' })).toBe(200)
  })

  test.each(['client', 'admin', 'super-admin'] as const)(
    'an unknown %s costs as much work as a wrong password, and hears the same',
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
      // in turns, and the minimum of each, so that other work of the process and the machine falls out
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

/** A proxy adds whom it heard to what the caller sent. */
const through = (real: string, claimed: string): From => ({
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
  test('the address is the one that the proxy saw, whatever the caller put before it', async () => {
    const tenant = await portal.as('client')
    const right = { clientCode: tenant.account.clientCode, password: TEST_PASSWORD }
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push(await guess(n, through('203.0.113.9', `10.0.0.${n}`)))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    // the guesser stays out under every name; the owners of those names, and others behind the proxy, come in
    expect(await tryToLogIn('client', right, through('203.0.113.9', '198.51.100.77'))).toBe(429)
    expect(await tryToLogIn('client', right, through('10.0.0.3', '203.0.113.9'))).toBe(200)
  })

  test('who reaches the portal past the proxy is counted by its own address', async () => {
    if (typeof trustProxy === 'number') return
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push(await guess(n, { remoteAddress: '203.0.113.66', forwarded: `10.0.0.${n}` }))
    expect(statuses.at(-1)).toBe(429)
  })
})
