import { describe, expect, test } from 'vitest'
import { makeAmenity, makeTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
await makeAmenity(portal.db)
// The calls below may change and delete every record with the id 1, so no caller has it.
await makeTenant(portal.db)
const callers = await Promise.all([portal.as('client'), portal.as('admin'), portal.as('super-admin')])
await callers[0]?.post('/ticket', exampleBody(gatePass, new Date(), 'Asia/Manila'))

interface ApiDocument {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[]; security?: unknown[] }>>
}

/** Bodies as text: not all are valid JSON. */
const BODIES = [
  '',
  '{}',
  'null',
  '[]',
  '[[[[1]]]]',
  '"text"',
  '12',
  '{',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  String.raw`{"title":"\u0000","name":"\ud800","description":"\udfff"}`,
  '{"id":99999999999999999999,"tenantId":1e400,"status":"2; drop table tickets","amenityId":9007199254740993}',
  '{"title":{},"items":{"length":1e9},"images":"x","tenantId":[],"status":null}',
  '{"roles":{},"settings":{},"services":"all"}',
  '{"items":[null,1,"x",[]],"images":[null,{"url":[]}],"contractors":[{}]}',
  '{"roles":[null],"settings":[null],"services":[null],"ids":[[]]}',
  '{"type":{"$gt":0},"title":{"toString":1},"dateOfUse":"9999-99-99","amenityId":1e300,"remarks":{"a":1}}',
  `{"title":"${'x'.repeat(100_000)}","ids":"${'9'.repeat(1000)}"}`,
  `{"items":${'['.repeat(5000)}${']'.repeat(5000)},"x":"\\u0000"}`,
]
const IDS = [
  '0',
  '-1',
  '1.5',
  'NaN',
  '99999999999999999999',
  '9223372036854775808',
  'x',
  '%00',
  '%ED%A0%80',
  "1' or 1=1",
  '__proto__',
]
const QUERIES = [
  'page=-1',
  'page=1e9',
  'limit=-1',
  'limit=99999999999',
  'limit=x',
  'searchTerm=%00',
  'searchTerm=%25_%5C',
  `searchTerm=${'%F0%9F%98%80'.repeat(100)}`,
  `searchTerm=${'x'.repeat(10_000)}`,
  'status=9',
  'status=1&status=2',
  'searchTerm[a]=b',
  'selectedIds=1,,2',
  'selectedIds=99999999999999999999',
  'selectedIds=x',
  'id=99999999999999999999',
  'amenityId=9223372036854775808',
  'date=2026-99-99',
  'name=../../etc/passwd',
  'name=%00',
  '__proto__[x]=1',
  'constructor=1',
  '%E0%A4%A',
]

const send = (method: string, url: string, payload?: string, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(payload !== undefined && { payload }),
  })
const as = (token = '') => ({ authorization: `Bearer ${token}` })

async function answerTo(token: string, method: string, url: string, payload?: string) {
  const { statusCode, body } = await send(method, url, payload, as(token))
  return { token, status: statusCode, isOfAnotherArea: body.includes('"wrongArea"') }
}

test('no documented call answers 500, whatever the input and the caller', async () => {
  const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
  const failures: string[] = []
  let calls = 0
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      // The rest of this test needs the callers' sessions.
      if (path.endsWith('/logout') || (method === 'delete' && path.includes('/sessions'))) continue
      // Callers without permission are refused before anything is read, so once is enough.
      let admitted = callers.map(({ token }) => token)
      const check = async (url: string, payload?: string) => {
        const answers = await Promise.all(admitted.map((token) => answerTo(token, method, url, payload)))
        calls += answers.length
        for (const { status } of answers)
          if (status >= 500)
            failures.push(`${method} ${url.slice(0, 80)} ${payload?.slice(0, 60) ?? ''} → ${status}`)
        admitted = answers.filter(({ isOfAnotherArea }) => !isOfAnotherArea).map(({ token }) => token)
      }
      const withId = path.replaceAll(/\{\w+\}/g, '1')
      if (path.includes('{')) for (const id of IDS) await check(path.replaceAll(/\{\w+\}/g, id))
      if (method === 'get') for (const query of QUERIES) await check(`${withId}?${query}`)
      else if (!path.includes('/login')) for (const body of BODIES) await check(withId, body)
    }
  }
  expect(failures).toEqual([])
  expect(calls).toBeGreaterThan(3000)
  // The hostile calls filed nothing: the ticket was made above.
  expect(await portal.db.selectFrom('tickets').select('module').execute()).toEqual([{ module: 'gatePass' }])
}, 300_000)

const from = async (origin?: string) => {
  const headers = { host: 'portal.test', ...(origin !== undefined && { origin }) }
  const answer = await send('post', '/api/login', '{}', headers)
  return [answer.statusCode, answer.json<{ code: string }>().code]
}

describe('a refusal has the code and status of the catalogue', () => {
  test.each(['{', '[]', '"x"', '{"__proto__":{"clientCode":"a"}}', '{"constructor":{"prototype":{}}}'])(
    '%s: 400',
    async (body) => {
      const answer = await send('post', '/api/login', body)
      expect(answer.statusCode).toBe(400)
      expect(answer.json<object>()).toMatchObject({ code: 'badRequest' })
    },
  )

  test('a body that is too large: 413 with the limit', async () => {
    const answer = await callers[2]?.post('/user-admin', { name: 'x'.repeat(1_100_000) })
    expect(answer?.status).toBe(413)
    expect(answer?.body).toMatchObject({ message: 'This is too large. The limit is 1 MB.' })
  })

  test('an open call accepts 16 kB', async () => {
    const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
    const open = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { security }]) => method !== 'get' && !security)
        .map(([method]) => [method, path.replaceAll(/\{\w+\}/g, '1')] as const),
    )
    expect(open.map(([, path]) => path)).toEqual(expect.arrayContaining(['/api/login', '/api/login/admin']))
    for (const [method, url] of open) {
      const filled = (bytes: number) => send(method, url, JSON.stringify({ filler: 'x'.repeat(bytes) }))
      expect((await filled(15_000)).statusCode, url).not.toBe(413)
      const refused = await filled(17_000)
      expect([refused.statusCode, refused.json<{ message: string }>().message], url).toEqual([
        413,
        'This is too large. The limit is 16 kB.',
      ])
    }
  })

  test('text that cannot be stored is refused at its field, at any depth', async () => {
    const bodies = {
      [String.raw`{"title":"\u0000"}`]: 'title',
      [String.raw`{"a":[${'"x",'.repeat(200_000)}{"b":"\ud800"}]}`]: 'a.200000.b',
      [String.raw`{"a":{"x\u0000":1}}`]: 'a',
      [`{"a":${'['.repeat(60)}${']'.repeat(60)},"b":"\\u0000"}`]: ['a', ...Array(50).fill('0')].join('.'),
    }
    for (const [payload, field] of Object.entries(bodies)) {
      const answer = await send('post', '/api/user-admin', payload, as(callers[2]?.token))
      expect(answer.json<object>()).toMatchObject({
        errors: { [field]: ['This contains characters that cannot be stored.'] },
      })
    }
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    '%s: 415',
    async (contentType) => {
      const answer = await send('post', '/api/login', 'clientCode=x', { 'content-type': contentType })
      expect(answer.statusCode).toBe(415)
    },
  )

  test('an address that cannot be decoded: 400; an unknown call: 404', async () => {
    const bad = await send('get', '/api/tenant/%E0%A4%A')
    expect(bad.json<object>()).toMatchObject({ code: 'badRequest' })
    for (const [method, url] of [
      ['GET', '/api'],
      ['GET', '/api/nothing'],
      ['PATCH', '/api/me'],
      ['POST', '/nothing'],
    ] as const) {
      const answer = await send(method, url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json<object>()).toMatchObject({ code: 'noSuchCall' })
    }
  })

  test('a changing call from another site: 403; from the own origin or without one it is accepted', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://portal.test:8080'])
      expect(await from(origin), origin).toEqual([403, 'foreignOrigin'])
    for (const origin of ['http://portal.test', undefined])
      expect(await from(origin), origin).toEqual([400, 'invalidInput'])
  })

  test('401 comes before 503, 403, 400 and 404', async () => {
    expect((await portal.nobody.put('/user-admin/0', '[]')).status).toBe(401)
    expect((await callers[0]?.put('/user-admin/0', '[]'))?.status).toBe(403)
    expect((await callers[2]?.put('/user-admin/999999', { name: '' }))?.status).toBe(400)
    expect((await callers[2]?.put('/user-admin/999999', { name: 'x' }))?.status).toBe(404)
  })
})
