import { expect, test } from 'vitest'
import { createTestAmenity, createTestTenant } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
await createTestAmenity(portal.db)
// This tenant gets the id 1, so that no caller has it. The test calls may change or delete every record with
// this id.
await createTestTenant(portal.db)
const callers = await Promise.all([portal.as('client'), portal.as('admin'), portal.as('super-admin')])
await callers[0]?.post('/ticket', createExampleBody(gatePass, new Date(), 'Asia/Manila'))

interface ApiDocument {
  paths: Record<string, Record<string, object>>
}

const BAD_BODIES = [
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
const BAD_IDS = [
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
const BAD_QUERIES = [
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

async function sendCall(token: string, method: string, url: string, payload?: string) {
  const { statusCode, body } = await portal.app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  })
  return { token, status: statusCode, isOfAnotherArea: body.includes('"wrongArea"') }
}

test('no documented call answers 500, whatever the input and the caller', async () => {
  const { body: document } = await portal.nobody.get<ApiDocument>('/openapi.json')
  const failures: string[] = []
  let callCount = 0
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      if (path.endsWith('/logout') || (method === 'delete' && path.includes('/sessions'))) continue
      // Only callers that are admitted by the first call make further calls. Others are refused before any
      // input is read, so one call of each is enough.
      let admittedTokens = callers.map(({ token }) => token)
      const checkCall = async (url: string, payload?: string) => {
        const responses = await Promise.all(
          admittedTokens.map((token) => sendCall(token, method, url, payload)),
        )
        callCount += responses.length
        for (const { status } of responses)
          if (status >= 500)
            failures.push(`${method} ${url.slice(0, 80)} ${payload?.slice(0, 60) ?? ''} → ${status}`)
        admittedTokens = responses.filter(({ isOfAnotherArea }) => !isOfAnotherArea).map(({ token }) => token)
      }
      const pathWithId = path.replaceAll(/\{\w+\}/g, '1')
      if (path.includes('{')) for (const id of BAD_IDS) await checkCall(path.replaceAll(/\{\w+\}/g, id))
      if (method === 'get') for (const query of BAD_QUERIES) await checkCall(`${pathWithId}?${query}`)
      else if (!path.includes('/login')) for (const body of BAD_BODIES) await checkCall(pathWithId, body)
    }
  }
  expect(failures).toEqual([])
  expect(callCount).toBeGreaterThan(3000)
  expect(await portal.db.selectFrom('tickets').select('module').execute()).toEqual([{ module: 'gatePass' }])
})
