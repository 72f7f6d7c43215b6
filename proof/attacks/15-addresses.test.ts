import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSafeLink, isWebAddress } from '@tahanan/contract/rich-text.ts'
import { createPostBody } from '@tahanan/server/features/posts/testing.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { HOSTILE_ADDRESSES, createDocumentWithLink } from './hostile-addresses.ts'

/**
 * Tests attack 15 of docs/attacks.yaml: URLs that lead to another host or run a script.
 * `15-addresses.deep.test.ts` tests every call.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0, publicUrl: 'https://portal.example' })
const adminClient = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const resident = await portal.as('client')
const VALID_URL = 'https://good.example:8443/a?b=c#d'

test('no hostile address is one of the web, or a link', () => {
  expect(HOSTILE_ADDRESSES.length).toBeGreaterThan(35)
  expect(HOSTILE_ADDRESSES.filter((address) => isWebAddress(address) || isSafeLink(address))).toEqual([])
  expect([isWebAddress(VALID_URL), isSafeLink(VALID_URL)]).toEqual([true, true])
})

test.each(['javascript:alert(1)', '//evil.example/', 'https://good.example@evil.example/'])(
  '%s is refused, or removed from what is stored, in every place',
  async (address) => {
    expect(HOSTILE_ADDRESSES).toContain(address)
    expect((await adminClient.post('/advertisement', { title: 'Ad', url: address })).status).toBe(400)
    expect((await adminClient.post('/post', createPostBody({ attachedUrl: address }))).status).toBe(400)
    const post = await adminClient.post<{ id: number }>(
      '/post',
      createPostBody({ content: createDocumentWithLink(address) }),
    )
    expect(post.status).toBe(201)
    const postJson = JSON.stringify((await resident.get(`/post/${post.body.id}`)).body)
    expect(postJson).toContain('here')
    expect(postJson).not.toContain('"href"')
    expect(
      (await superAdmin.post('/terms-and-conditions', { content: createDocumentWithLink(address) })).status,
    ).toBe(200)
    const termsJson = JSON.stringify((await portal.nobody.get('/public-terms-and-conditions')).body)
    expect(termsJson).toContain('here')
    expect(termsJson).not.toContain('"href"')
  },
)

test('an ordinary address is kept in each of these places', async () => {
  expect((await adminClient.post('/advertisement', { title: 'Ad', url: VALID_URL })).body).toMatchObject({
    url: VALID_URL,
  })
  const { body } = await adminClient.post(
    '/post',
    createPostBody({ attachedUrl: VALID_URL, content: createDocumentWithLink(VALID_URL) }),
  )
  expect(body).toMatchObject({ attachedUrl: VALID_URL })
  expect(JSON.stringify(body)).toContain(`"href":"${VALID_URL}"`)
})

test('no call and no page redirects', async () => {
  for (const url of [
    '//evil.example',
    '/%2f%2fevil.example',
    '/assets',
    '/login?next=https://evil.example/',
    '/files/..',
  ])
    expect([
      url,
      (await portal.app.inject({ url, headers: { host: 'evil.example' } })).headers.location,
    ]).toEqual([url, undefined])
  const root = join(import.meta.dirname, '../../server')
  const paths = (await readdir(root, { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|testing|node_modules/.test(path),
  )
  expect(paths.length).toBeGreaterThan(300)
  const pathsAndSources = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')]),
  )
  const redirectingSources = pathsAndSources.filter(([, source]) =>
    /\.redirect\(|['"]location['"]/i.test(source ?? ''),
  )
  // Only the sandbox may redirect. It replaces the payment gateways in demos, and gateways send the user back
  // to the portal.
  expect(redirectingSources.map(([path]) => path)).toEqual(['features/gateways/sandbox/routes.ts'])
})
