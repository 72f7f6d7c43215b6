import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'

interface Operation {
  summary?: string
  tags?: string[]
  security?: unknown[]
  description?: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
}

const portal = await openTestPortal()
const { body } = await portal.nobody.get<{
  openapi: string
  paths: Record<string, Record<string, Operation>>
}>('/openapi.json')

test('every call has a summary, its callers and its refusals', () => {
  expect(body.openapi).toBe('3.1.0')
  const incompleteCalls: string[] = []
  for (const [path, methods] of Object.entries(body.paths))
    for (const [method, { summary, tags, description, responses }] of Object.entries(methods))
      if (
        !summary ||
        !tags?.length ||
        !description ||
        !responses['429'] ||
        !Object.keys(responses).some((code) => code.startsWith('2'))
      )
        incompleteCalls.push(`${method} ${path}`)
  expect(incompleteCalls).toEqual([])
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/api/login', '/api/tickets', '/api/ticket/{id}', '/api/file']),
  )
})

const listRefusals = (method: string, path: string) =>
  Object.keys(body.paths[path]?.[method]?.responses ?? {})

test('the conflicts and forgeries that calls refuse are described', () => {
  expect(listRefusals('put', '/api/visitor/verified/{id}')).toContain('409')
  for (const method of ['get', 'post'])
    expect(listRefusals(method, '/api/gateways/dragonpay/postback')).toEqual(
      expect.arrayContaining(['400', '404']),
    )
})

test('open calls need no session, the others say so; bodies of tickets are those of their module', () => {
  expect(body.paths['/api/login']?.post?.security).toBeUndefined()
  const { security, description, requestBody } = body.paths['/api/ticket']?.post ?? {}
  expect(security).toEqual([{ session: [] }])
  expect(description).toContain('`gatepass.add`')
  expect(requestBody?.content['application/json']?.schema.properties).toHaveProperty('bearerName')
  expect(JSON.stringify(body)).not.toContain('x-message')
})

test('the page of the document loads only from this server', async () => {
  const page = await portal.app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/https?:/)
  const inline = /<script>([^<]+)</.exec(page.body)?.[1] ?? ''
  const hash = createHash('sha256').update(inline).digest('base64')
  expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  const scriptResponse = await portal.app.inject('/api/docs/scalar.js')
  expect(scriptResponse.statusCode).toBe(200)
  expect(scriptResponse.body.length).toBeGreaterThan(1_000_000)
})

const requestDocument = (encoding: string) =>
  portal.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': encoding } })

test('the document is compressed once, and plain for clients without gzip', async () => {
  const [first, second, plainResponse] = [
    await requestDocument('gzip'),
    await requestDocument('gzip, br'),
    await requestDocument('identity'),
  ]
  // An answer that was compressed in advance has the header `content-length`. An answer that is compressed
  // for each call is chunked and has no length.
  expect([first.headers['content-encoding'], second.headers['content-length']]).toEqual([
    'gzip',
    String(first.rawPayload.length),
  ])
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(gunzipSync(first.rawPayload).equals(plainResponse.rawPayload)).toBe(true)
  expect(plainResponse.headers['content-encoding']).toBeUndefined()
})
