import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/** Sends HTTP requests that no client library sends, such as request smuggling and unused methods. */
const portal = await openTestPortal({ publicUrl: 'https://portal.example' })
await portal.app.listen({ port: 0, host: '127.0.0.1' })
const port = (portal.app.server.address() as AddressInfo).port

function sendRawLines(...lines: string[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.on('close', () =>
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))),
    )
    socket.on('error', reject)
  })
}
const HEADER_LINES = ['Host: portal.example', 'Connection: close']
const SMUGGLED_REQUEST = ['GET /api/me HTTP/1.1', 'Host: portal.example', '', '']

test('an ordinary request is answered, and two sent at once get two answers', async () => {
  expect(await sendRawLines('GET /healthz HTTP/1.1', ...HEADER_LINES, '', '')).toEqual([200])
  const firstRequestLines = ['GET /healthz HTTP/1.1', 'Host: portal.example', '']
  expect(await sendRawLines(...firstRequestLines, 'GET /api/me HTTP/1.1', ...HEADER_LINES, '', '')).toEqual([
    200, 401,
  ])
})

test.each([
  ['both lengths', ['Content-Length: 6', 'Transfer-Encoding: chunked', '', '0', '', ...SMUGGLED_REQUEST]],
  ['two lengths', ['Content-Length: 0', 'Content-Length: 44', '', ...SMUGGLED_REQUEST]],
  ['an invalid length', ['Content-Length: +0', '', ...SMUGGLED_REQUEST]],
  [
    'two contradicting transfer encodings',
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', '', '0', '', ...SMUGGLED_REQUEST],
  ],
  [
    'a blank before the colon',
    ['Transfer-Encoding : chunked', 'Content-Length: 5', '', '0', '', ...SMUGGLED_REQUEST],
  ],
  ['an invalid chunk size', ['Transfer-Encoding: chunked', '', '0x0', '', ...SMUGGLED_REQUEST]],
  ['a header without a name', [': chunked', '', ...SMUGGLED_REQUEST]],
  ['a NUL in a header', ['X: a\0b', '', ...SMUGGLED_REQUEST]],
])('%s: the request is refused and the bytes after it are not read as another', async (_, lines) => {
  const responseStatuses = await sendRawLines(
    'POST /api/login HTTP/1.1',
    'Host: portal.example',
    'Content-Type: application/json',
    ...lines,
  )
  expect(responseStatuses).toEqual([400])
})

test('TRACE, CONNECT and unknown methods are refused', async () => {
  for (const method of ['TRACE', 'TRACK', 'DEBUG', 'PROPFIND', 'MOVE']) {
    const [status = 0] = await sendRawLines(`${method} / HTTP/1.1`, ...HEADER_LINES, '', '')
    expect([method, status >= 400]).toEqual([method, true])
  }
  expect(await sendRawLines('CONNECT 127.0.0.1:22 HTTP/1.1', ...HEADER_LINES, '', '')).not.toContain(200)
})

test('every kind of answer carries the security headers', async () => {
  const urls = [
    '/',
    '/api/public-website-settings',
    '/api/me',
    '/api/nothing',
    '/nothing',
    '/files/logo/x',
    '/healthz',
    '/%E0%A4%A',
  ]
  for (const url of urls) {
    const { headers } = await portal.app.inject(url)
    const policy = String(headers['content-security-policy'])
    expect([
      url,
      headers['x-content-type-options'],
      headers['strict-transport-security'],
      headers['access-control-allow-origin'],
    ]).toEqual([url, 'nosniff', expect.stringMatching(/^max-age=31536000$/), undefined])
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'"])
      expect([url, policy]).toEqual([url, expect.stringContaining(directive)])
    expect([url, headers['referrer-policy']]).toEqual([
      url,
      expect.stringMatching(/^(same-origin|no-referrer)$/),
    ])
    expect([url, 'set-cookie' in headers, 'x-powered-by' in headers]).toEqual([url, false, false])
  }
})
