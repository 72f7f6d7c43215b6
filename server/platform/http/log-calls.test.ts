import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { PortalError, createTooManyLoginsError } from '../errors.ts'
import { createLogger } from '../log/create-logger.ts'
import { createRequestIds, logFailedLogins } from './log-calls.ts'
import type { PortalApp } from './portal-app.ts'
import { addErrorHandler } from './set-error-answers.ts'

const portal = await openTestPortal()
const proxiedPortal = await openTestPortal({ trustProxy: 1 })

const GENERATED_ID = /^[0-9a-f]{12}$/

const createCall = (remoteAddress: string, requestId?: string) =>
  ({ headers: { 'x-request-id': requestId }, socket: { remoteAddress } }) as unknown as IncomingMessage

test('the id of a call is that of a trusted proxy, else its own (rules 14.17)', () => {
  const getRequestId = createRequestIds({ trustProxy: 1 })
  expect(getRequestId(createCall('10.0.0.1', 'e3b0c44298fc1c149afb'))).toBe('e3b0c44298fc1c149afb')
  const byAddress = createRequestIds({ trustProxy: ['10.0.0.1'] })
  expect(byAddress(createCall('10.0.0.1', 'from-nginx.1'))).toBe('from-nginx.1')
  expect(byAddress(createCall('10.0.0.2', 'from-nginx.1'))).toMatch(GENERATED_ID)
  expect(createRequestIds({ trustProxy: false })(createCall('127.0.0.1', 'from-nginx.1'))).toMatch(
    GENERATED_ID,
  )
  const ids = Array.from({ length: 50 }, () => getRequestId(createCall('10.0.0.1')))
  expect(new Set(ids).size).toBe(50)
})

test.each(['short', 'x'.repeat(65), 'two words', 'a\nline of the log', '<b>12345678</b>', 'ñandú-12345'])(
  'the id %j of a proxy is not taken',
  (requestId) => {
    expect(createRequestIds({ trustProxy: 1 })(createCall('10.0.0.1', requestId))).toMatch(GENERATED_ID)
  },
)

test('every answer has the id of its call: of a page, a call, a refusal and an address that cannot be read', async () => {
  for (const url of ['/', '/api/me', '/healthz', '/api/no-such-call', '/%c0'])
    expect((await portal.app.inject(url)).headers['x-request-id'], url).toMatch(GENERATED_ID)
})

test('behind a trusted proxy the answer has the id of the proxy', async () => {
  const { headers } = await proxiedPortal.app.inject({
    url: '/api/me',
    headers: { 'x-request-id': 'proxy-0001' },
  })
  expect(headers['x-request-id']).toBe('proxy-0001')
})

const REFUSAL_ERRORS = {
  password: () => new PortalError('invalidCredentials'),
  code: () => new PortalError('wrongCode'),
  many: () => createTooManyLoginsError(60, 'from this network'),
  other: () => new PortalError('noSession'),
}

async function requestEachRefusal(logs: boolean): Promise<string[]> {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const app = fastify({ loggerInstance: log, disableRequestLogging: true }) as unknown as PortalApp
  addErrorHandler(app)
  logFailedLogins(app, { logFailedLogins: logs })
  for (const [name, createError] of Object.entries(REFUSAL_ERRORS))
    app.post(`/${name}`, () => {
      throw createError()
    })
  for (const name of Object.keys(REFUSAL_ERRORS))
    await app.inject({
      method: 'POST',
      url: `/${name}?who="failedLoginFrom":"198.51.100.9"`,
      remoteAddress: '203.0.113.7',
      payload: { email: 'ana@example.ph', password: 'hunter2secret' },
    })
  await app.close()
  return lines
}

test('each failed login is a line with its address, and nothing of its input (rules 1.35)', async () => {
  const lines = await requestEachRefusal(true)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    Array.from({ length: 3 }, () => ({
      level: 'warn',
      time: expect.any(String) as string,
      reqId: expect.any(String) as string,
      failedLoginFrom: '203.0.113.7',
      msg: 'a login failed',
    })),
  )
})

test('the filter for fail2ban in docs/proxies.md finds the address of each line', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/proxies.md'), 'utf8')
  const [, regex = ''] = /^failregex = (.*)$/m.exec(text) ?? []
  const filter = new RegExp(regex.replace('<HOST>', '(?<host>[0-9a-f.:]+)'))
  for (const line of await requestEachRefusal(true))
    expect(filter.exec(line.trim())?.groups?.['host']).toBe('203.0.113.7')
})

test('without the setting no address is logged', async () => {
  expect(await requestEachRefusal(false)).toEqual([])
})
