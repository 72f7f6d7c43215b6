import { describe, expect, test } from 'vitest'
import { createPostBody } from '@tahanan/server/features/posts/testing.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { listApiCalls } from './api-calls.ts'
import { HOSTILE_ADDRESSES, createDocumentWithLink } from './hostile-addresses.ts'

/** Tests attack 15 of docs/attacks.yaml: URLs that lead to another host or run a script, in every call. */
const portal = await openTestPortal({ rateLimitPerMinute: 0, publicUrl: 'https://portal.example' })
const adminClient = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const resident = await portal.as('client')

describe.each(HOSTILE_ADDRESSES)('%j', (address) => {
  test('is refused as an address, and removed from texts that are stored', async () => {
    expect((await adminClient.post('/advertisement', { title: 'Ad', url: address })).status).toBe(400)
    expect((await adminClient.post('/post', createPostBody({ attachedUrl: address }))).status).toBe(400)
    const post = await adminClient.post<{ id: number }>(
      '/post',
      createPostBody({ content: createDocumentWithLink(address) }),
    )
    expect(post.status).toBe(201)
    const termsResponse = await superAdmin.post('/terms-and-conditions', {
      content: createDocumentWithLink(address),
    })
    expect(termsResponse.status).toBe(200)
    for (const { body } of [
      await resident.get(`/post/${post.body.id}`),
      await portal.nobody.get('/public-terms-and-conditions'),
    ]) {
      expect(JSON.stringify(body)).toContain('here')
      expect(JSON.stringify(body)).not.toContain('"href"')
    }
  })
})

test('no call and no page redirects, whatever address its query or path contains', async () => {
  const foreignUrl = 'https://evil.example/'
  const query = ['url', 'next', 'return', 'returnUrl', 'redirect', 'redirectUrlSuccess', 'from', 'path']
    .map((name) => `${name}=${encodeURIComponent(foreignUrl)}`)
    .join('&')
  const paths = [
    '//evil.example',
    '//evil.example/..',
    String.raw`/\evil.example`,
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/admin//evil.example/',
    '/assets',
    '/assets/..%2f..%2fetc',
    '/files/logo/..',
    `/billings/payments/dragonpay/message?${query}`,
    `/billings/payments/aqwire/success?${query}`,
    `/login?${query}`,
    ...(await listApiCalls(portal))
      .filter(({ method }) => method === 'get')
      .map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, '1')}?${query}`),
  ]
  for (const url of paths)
    for (const headers of [{}, { authorization: `Bearer ${resident.token}` }]) {
      const response = await portal.app.inject({ url, headers: { host: 'evil.example', ...headers } })
      expect([
        url,
        response.statusCode >= 300 && response.statusCode < 400,
        response.headers.location,
      ]).toEqual([url, false, undefined])
    }
})
