import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { createPushClient } from './post-message.ts'
import { DEFAULT_PUSH_HOSTS } from './push-config.ts'
import { LOCAL_CERTIFICATE, createBrowserKeys, startPushService } from './testing-push-service.ts'

const service = await startPushService()
afterAll(() => service.close())
const sender = createBrowserKeys().keys
const vapid = {
  subject: 'mailto:pmo@condo.ph',
  publicKey: sender.p256dh,
  privateKey: Buffer.alloc(32, 1).toString('base64url'),
}
const { p256dh, auth } = createBrowserKeys().keys
const config = { pushHosts: DEFAULT_PUSH_HOSTS, pushToLoopback: LOCAL_CERTIFICATE }
const postMessage = createPushClient(config, vapid, { timeoutMs: 60_000 })
const sendMessage = (endpoint: string, client = postMessage) =>
  client({ endpoint, p256dh, auth }, '{}', { TTL: 60 })
const listPaths = () => service.received.map(({ path }) => path)

function createTimeLimit(): { readonly end: () => void } {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
  return { end: () => limit.abort() }
}

function createClient(...addresses: string[]) {
  const lookedUpHosts: string[] = []
  const resolve = ((host: string, _: object, callback: (error: null, foundAddresses: object[]) => void) => {
    lookedUpHosts.push(host)
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as typeof lookup
  const client = createPushClient({ pushHosts: DEFAULT_PUSH_HOSTS }, vapid, { resolve })
  return { client, looked: lookedUpHosts }
}

test.each([
  ['127.0.0.1'],
  ['0.0.0.0'],
  ['10.1.2.3'],
  ['172.16.0.1'],
  ['192.168.1.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['::1'],
  ['::'],
  ['fe80::1'],
  ['fd00::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:169.254.169.254'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['142.250.1.1', '127.0.0.1'],
])('a push service whose name leads to %s %s is not called', async (...addresses) => {
  const { client, looked } = createClient(...addresses)
  const emitSpy = vi.spyOn(Socket.prototype, 'emit')
  expect(await sendMessage('https://fcm.googleapis.com/x', client)).toBe('unreached')
  // The host name is resolved again for each connection. Otherwise an attacker could answer with a public
  // address first and a private one later (DNS rebinding).
  expect(await sendMessage('https://fcm.googleapis.com/x', client)).toBe('unreached')
  expect(looked).toEqual(['fcm.googleapis.com', 'fcm.googleapis.com'])
  // A connection attempt without an answer also gives `unreached`, so the test checks that no connection was
  // attempted.
  expect(emitSpy.mock.calls.map(([event]) => event)).not.toContain('connectionAttempt')
})

test('an address that is no push service’s any more is not looked up', async () => {
  const { client, looked } = createClient('142.250.1.1')
  for (const url of ['https://evil.example/x', 'https://127.0.0.1/x', service.url])
    expect(await sendMessage(url, client)).toBe(410)
  expect(looked).toEqual([])
})

test('redirects are not followed, and no proxy is asked', async () => {
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1')
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  service.setAnswer(() => ({ status: 307, headers: { location: `${service.url}/elsewhere` } }))
  service.received.length = 0
  expect(await sendMessage(`${service.url}/here`)).toBe(307)
  expect(await sendMessage(`${service.url}/after`)).toBe(307)
  expect(listPaths()).toEqual(['/here', '/after'])
})

test('a service that does not answer in time may have delivered it; a long answer is cut', async () => {
  service.setAnswer(() => 'silent')
  const limit = createTimeLimit()
  const unansweredResult = sendMessage(`${service.url}/silent`)
  await expect.poll(listPaths).toContain('/silent')
  limit.end()
  expect(await unansweredResult).toBe('unanswered')
  service.setAnswer(() => ({ status: 429, body: 'x'.repeat(5_000_000) }))
  expect(await sendMessage(`${service.url}/x`)).toBe(429)
})

test('without a connection or an encrypted one, nothing was sent', async () => {
  expect(await sendMessage('https://localhost:1/x')).toBe('unreached')
  const silentServer = createServer(() => {})
  await new Promise<void>((resolve) => silentServer.listen(0, 'localhost', resolve))
  const limit = createTimeLimit()
  const connectionEvent = once(silentServer, 'connection')
  const unreachedResult = sendMessage(`https://localhost:${(silentServer.address() as AddressInfo).port}/x`)
  await connectionEvent
  limit.end()
  expect(await unreachedResult).toBe('unreached')
  silentServer.close()
  const strictClient = createPushClient({ pushHosts: [], pushToLoopback: '' }, vapid)
  service.received.length = 0
  expect(await sendMessage(`${service.url}/x`, strictClient)).toBe('unreached')
  expect(service.received).toEqual([])
})
