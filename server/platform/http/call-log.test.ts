import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createRequestIds } from './call-log.ts'

const portal = await openTestPortal()
const behindProxy = await openTestPortal({ trustProxy: 1 })

const OWN = /^[0-9a-f]{12}$/

const callBy = (remoteAddress: string, given?: string) =>
  ({ headers: { 'x-request-id': given }, socket: { remoteAddress } }) as unknown as IncomingMessage

test('the id of a call is that of a trusted proxy, else its own (rules 14.17)', () => {
  const behindOne = createRequestIds({ trustProxy: 1 })
  expect(behindOne(callBy('10.0.0.1', 'e3b0c44298fc1c149afb'))).toBe('e3b0c44298fc1c149afb')
  const byAddress = createRequestIds({ trustProxy: ['10.0.0.1'] })
  expect(byAddress(callBy('10.0.0.1', 'from-nginx.1'))).toBe('from-nginx.1')
  expect(byAddress(callBy('10.0.0.2', 'from-nginx.1'))).toMatch(OWN)
  expect(createRequestIds({ trustProxy: false })(callBy('127.0.0.1', 'from-nginx.1'))).toMatch(OWN)
  const ids = Array.from({ length: 50 }, () => behindOne(callBy('10.0.0.1')))
  expect(new Set(ids).size).toBe(50)
})

test.each(['short', 'x'.repeat(65), 'two words', 'a\nline of the log', '<b>12345678</b>', 'ñandú-12345'])(
  'the id %j of a proxy is not taken',
  (given) => {
    expect(createRequestIds({ trustProxy: 1 })(callBy('10.0.0.1', given))).toMatch(OWN)
  },
)

test('every answer has the id of its call: of a page, a call, a refusal and an address that cannot be read', async () => {
  for (const url of ['/', '/api/me', '/healthz', '/api/no-such-call', '/%c0'])
    expect((await portal.app.inject(url)).headers['x-request-id'], url).toMatch(OWN)
})

test('behind a trusted proxy the answer has the id of the proxy', async () => {
  const { headers } = await behindProxy.app.inject({
    url: '/api/me',
    headers: { 'x-request-id': 'proxy-0001' },
  })
  expect(headers['x-request-id']).toBe('proxy-0001')
})
