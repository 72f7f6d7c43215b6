import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createAnswerHeaders, addSecurityHeaders } from '../add-security-headers.ts'
import type { PortalApp } from '../portal-app.ts'
import { addErrorHandler } from '../set-error-answers.ts'
import { serveWebApp } from './serve-web-app.ts'

const PAGE = '<title>Tahanan</title><script>boot()</script>'

const dist = await mkdtemp(join(tmpdir(), 'tahanan-dist-'))
await mkdir(join(dist, 'assets'))
for (const [name, content] of Object.entries({
  'index.html': PAGE,
  'pass.html': '<title>Pass</title>',
  'assets/index-abc.js': 'plain',
  'assets/index-abc.js.br': 'brotli',
  'assets/app-icon-1-192.png': 'icon',
  'secret.txt': 'secret',
}))
  await writeFile(join(dist, name), content)
const app = fastify().withTypeProvider<TypeBoxTypeProvider>() as PortalApp
addErrorHandler(app)
const config = { publicUrl: 'https://portal.test', hstsSubdomains: false }
addSecurityHeaders(app, createAnswerHeaders(config))
await serveWebApp(app, config, dist)
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

test.each([
  '/',
  '/admin/tickets?modal=true',
  '/super-admin',
  '/billings/payments/dragonpay/message?x=a.b',
  '/404',
])('%s is the page', async (url) => {
  const pageResponse = await app.inject(url)
  expect(pageResponse.statusCode).toBe(200)
  expect(pageResponse.headers['cache-control']).toBe('no-cache')
  expect(pageResponse.body).toBe(PAGE)
})

test('the page of a shared pass is another one, which no search engine keeps and no referrer names', async () => {
  const { body, headers } = await app.inject('/pass')
  expect(body).toBe('<title>Pass</title>')
  expect(headers['x-robots-tag']).toContain('noindex')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-cache')
})

test('the page runs only own scripts and styles, and no other page may frame it', async () => {
  const { headers } = await app.inject('/')
  const policy = String(headers['content-security-policy'])
  const hash = createHash('sha256').update('boot()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("style-src-elem 'self';")
  for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

const getHsts = (publicUrl: string, hstsSubdomains: boolean) =>
  createAnswerHeaders({ publicUrl, hstsSubdomains })['strict-transport-security']

test('https is demanded of the names below only by a setting, and of none without https (rules 14.18)', () => {
  expect(getHsts('https://portal.test', true)).toBe('max-age=31536000; includeSubDomains')
  expect(getHsts('http://portal.test', true)).toBeUndefined()
})

test.each([
  ['/admin/gate', true],
  ['/admin/gate/', true],
  ['/admin/gate?scan=1', true],
  ['/admin/gate/x', false],
  ['/admin/gate-setup', false],
  ['/admin/gates', false],
  ['/admin//gate', false],
  ['/Admin/Gate', false],
  ['/x/admin/gate', false],
  ['/?/admin/gate', false],
  ['/', false],
])('%s opens the camera and WebAssembly: %s', async (url, allowsCamera) => {
  const { headers } = await app.inject(url)
  expect(headers['permissions-policy']).toContain(
    allowsCamera ? 'camera=(self), microphone=()' : 'camera=(), microphone=()',
  )
  const [scripts] = /script-src [^;]*/.exec(String(headers['content-security-policy'])) ?? []
  expect(scripts?.includes("'wasm-unsafe-eval'")).toBe(allowsCamera)
  expect(scripts).not.toContain("'unsafe-eval'")
  expect(scripts).toContain("'sha256-")
})

test('files of the app are cached for a year and compressed', async () => {
  const plainResponse = await app.inject('/assets/index-abc.js')
  expect(plainResponse.body).toBe('plain')
  expect(plainResponse.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plainResponse.headers.etag).toBeTruthy()
  const brotliResponse = await app.inject({
    url: '/assets/index-abc.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(brotliResponse.headers['content-encoding']).toBe('br')
  expect(brotliResponse.body).toBe('brotli')
})

test('the icon loads with every kind of answer', async () => {
  const iconResponse = await app.inject('/favicon.ico')
  expect(iconResponse.statusCode).toBe(200)
  expect(iconResponse.headers['content-type']).toBe('image/png')
  expect(iconResponse.headers['cache-control']).toBe('public, max-age=86400')
  expect(iconResponse.body).toBe('icon')
  // Browsers show the portal's icon with answers that are not pages too, so the policy of these answers must
  // allow images of the portal.
  const { headers } = await app.inject('/api/nothing')
  expect(headers['content-security-policy']).toContain("default-src 'none';img-src 'self';")
})

test.each([
  '/assets/index-gone.js',
  '/assets/',
  '/assets/..%2fsecret.txt',
  '/assets/%2e%2e/secret.txt',
  '/secret.txt',
  '/robots.txt',
  '/api/nothing',
  '/files/nothing',
  '/socket.io/x',
])('%s answers 404, not the page', async (url) => {
  const pageResponse = await app.inject(url)
  expect([400, 404]).toContain(pageResponse.statusCode)
  expect(pageResponse.body).not.toContain('secret')
  expect(pageResponse.headers['content-type']).toContain('json')
})
