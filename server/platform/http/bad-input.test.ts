import { describe, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const [resident, office, superAdmin] = [
  await portal.as('client'),
  await portal.as('admin'),
  await portal.as('super-admin'),
]

interface ApiDocument {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[]; security?: unknown[] }>>
}

const sendCall = (method: string, url: string, payload?: string, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  })
const toAuthHeader = (token = '') => ({ authorization: `Bearer ${token}` })

const logInFromOrigin = async (origin?: string) => {
  const headers = { host: 'portal.test', ...(origin !== undefined && { origin }) }
  const loginResponse = await sendCall('post', '/api/login', '{}', headers)
  return [loginResponse.statusCode, loginResponse.json<{ code: string }>().code]
}

const BAD_BODIES = [
  'null',
  '[]',
  '{',
  '{"constructor":{"prototype":{"admin":true}}}',
  String.raw`{"title":"\u0000","description":"\udfff"}`,
  '{"id":99999999999999999999,"tenantId":1e400,"status":"2; drop table tickets","amenityId":9007199254740993}',
  '{"items":[null,1,"x",[]],"images":[null,{"url":[]}],"contractors":[{}]}',
  `{"title":"${'x'.repeat(100_000)}"}`,
]
const BAD_QUERIES = [
  'page=-1',
  'limit=99999999999',
  'searchTerm=%00',
  'status=1&status=2',
  'searchTerm[a]=b',
  'tenantId=99999999999999999999',
  '__proto__[x]=1',
  '%E0%A4%A',
]

test('no hostile body, query or id is stored, or answered by 500', async () => {
  for (const body of BAD_BODIES)
    for (const url of ['/api/ticket', '/api/counter-payment']) {
      const { statusCode } = await sendCall('post', url, body, toAuthHeader(office.token))
      expect([url, body.slice(0, 60), statusCode]).toEqual([url, body.slice(0, 60), 400])
    }
  for (const query of BAD_QUERIES) {
    const { statusCode } = await sendCall(
      'get',
      `/api/tickets?${query}`,
      undefined,
      toAuthHeader(office.token),
    )
    expect([query, statusCode]).toEqual([query, 400])
  }
  for (const id of ['1.5', 'NaN', '9223372036854775808', '%00', '%ED%A0%80', "1' or 1=1", '__proto__']) {
    const { statusCode } = await sendCall('get', `/api/ticket/${id}`, undefined, toAuthHeader(office.token))
    expect([id, [400, 404].includes(statusCode)]).toEqual([id, true])
  }
  expect(await portal.db.selectFrom('tickets').select('id').execute()).toEqual([])
})

describe('a refusal has the code and status of the catalogue', () => {
  test.each(['{', '[]', '"x"', '{"__proto__":{"clientCode":"a"}}', '{"constructor":{"prototype":{}}}'])(
    '%s: 400',
    async (body) => {
      const loginResponse = await sendCall('post', '/api/login', body)
      expect(loginResponse.statusCode).toBe(400)
      expect(loginResponse.json<object>()).toMatchObject({ code: 'badRequest' })
    },
  )

  test('a body that is too large: 413 with the limit', async () => {
    const largeBodyResponse = await superAdmin.post('/user-admin', { name: 'x'.repeat(1_100_000) })
    expect(largeBodyResponse.status).toBe(413)
    expect(largeBodyResponse.body).toMatchObject({ message: 'This is too large. The limit is 1 MB.' })
  })

  test('an open call accepts 16 kB', async () => {
    const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
    const publicCalls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { security }]) => method !== 'get' && !security)
        .map(([method]) => [method, path.replaceAll(/\{\w+\}/g, '1')] as const),
    )
    expect(publicCalls.map(([, path]) => path)).toEqual(
      expect.arrayContaining(['/api/login', '/api/login/admin']),
    )
    for (const [method, url] of publicCalls) {
      const sendBodyOfSize = (bytes: number) =>
        sendCall(method, url, JSON.stringify({ filler: 'x'.repeat(bytes) }))
      expect((await sendBodyOfSize(15_000)).statusCode, url).not.toBe(413)
      const tooLargeAnswer = await sendBodyOfSize(17_000)
      expect([tooLargeAnswer.statusCode, tooLargeAnswer.json<{ message: string }>().message], url).toEqual([
        413,
        'This is too large. The limit is 16 kB.',
      ])
    }
  })

  test('text that cannot be stored is refused at its field, at any depth', async () => {
    const fieldsByBody = {
      [String.raw`{"title":"\u0000"}`]: 'title',
      [String.raw`{"a":[${'"x",'.repeat(200_000)}{"b":"\ud800"}]}`]: 'a.200000.b',
      [String.raw`{"a":{"x\u0000":1}}`]: 'a',
    }
    for (const [payload, field] of Object.entries(fieldsByBody)) {
      const storageResponse = await sendCall(
        'post',
        '/api/user-admin',
        payload,
        toAuthHeader(superAdmin.token),
      )
      expect(storageResponse.json<object>()).toMatchObject({
        errors: { [field]: ['This contains characters that cannot be stored.'] },
      })
    }
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    '%s: 415',
    async (contentType) => {
      const loginResponse = await sendCall('post', '/api/login', 'clientCode=x', {
        'content-type': contentType,
      })
      expect(loginResponse.statusCode).toBe(415)
    },
  )

  test('an address that cannot be decoded: 400; an unknown call: 404', async () => {
    const badUrlResponse = await sendCall('get', '/api/tenant/%E0%A4%A')
    expect(badUrlResponse.json<object>()).toMatchObject({ code: 'badRequest' })
    for (const [method, url] of [
      ['GET', '/api'],
      ['GET', '/api/nothing'],
      ['PATCH', '/api/me'],
      ['POST', '/nothing'],
    ] as const) {
      const callResponse = await sendCall(method, url)
      expect(callResponse.statusCode).toBe(404)
      expect(callResponse.json<object>()).toMatchObject({ code: 'noSuchCall' })
    }
  })

  test('a changing call from another site: 403; from the own origin or without one it is accepted', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://portal.test:8080'])
      expect(await logInFromOrigin(origin), origin).toEqual([403, 'foreignOrigin'])
    for (const origin of ['http://portal.test', undefined])
      expect(await logInFromOrigin(origin), origin).toEqual([400, 'invalidInput'])
  })

  test('401 comes before 503, 403, 400 and 404', async () => {
    expect((await portal.nobody.put('/user-admin/0', '[]')).status).toBe(401)
    expect((await resident.put('/user-admin/0', '[]')).status).toBe(403)
    expect((await superAdmin.put('/user-admin/999999', { name: '' })).status).toBe(400)
    expect((await superAdmin.put('/user-admin/999999', { name: 'x' })).status).toBe(404)
  })
})
