import { describe, expect, test } from 'vitest'
import { aDocument, aPost } from '@tahanan/server/features/posts/testing.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { apiCalls } from './api-calls.ts'

/** Attack 15: addresses that lead to another host or run script, in every place that stores or follows one. */
const portal = await openTestPortal({ rateLimitPerMinute: 0, publicUrl: 'https://portal.example' })
const office = await portal.as('admin')
const superAdmin = await portal.as('super-admin')
const resident = await portal.as('client')

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u2028javascript:alert(1)',
  'ｊavascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript\u200b:alert(1)',
  'javascript://https://good.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'view-source:https://good.example/',
  'blob:https://good.example/1',
  'filesystem:https://good.example/temporary/1',
  'file:///etc/passwd',
  'about:blank',
  'intent://scan/#Intent;scheme=zxing;end',
  '//evil.example/',
  String.raw`\\evil.example\share`,
  String.raw`/\evil.example/`,
  String.raw`https:\\evil.example/`,
  String.raw`https:/\evil.example/`,
  'https:/evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://',
  'https:// evil.example',
  'https://ev\til.example/',
  'https://ev\nil.example/',
  '/\t/evil.example/',
  'https://good.example@evil.example/',
  'https://good.example:pw@evil.example/',
  String.raw`https://good.example\@evil.example/`,
]
const GOOD = 'https://good.example:8443/a?b=c#d'

const withLink = (href: string) =>
  aDocument({
    type: 'paragraph',
    content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }],
  })

describe.each(HOSTILE)('%j', (address) => {
  test('is refused, or removed from what is stored, in every place', async () => {
    expect((await office.post('/advertisement', { title: 'Ad', url: address })).status).toBe(400)
    expect((await office.post('/post', aPost({ attachedUrl: address }))).status).toBe(400)
    const post = await office.post<{ id: number }>('/post', aPost({ content: withLink(address) }))
    expect([201, 400]).toContain(post.status)
    if (post.status === 201) {
      const shown = JSON.stringify((await resident.get(`/post/${post.body.id}`)).body)
      expect(shown).toContain('here')
      expect(shown).not.toContain('"href"')
    }
    const terms = await superAdmin.post('/terms-and-conditions', { content: withLink(address) })
    if (terms.status === 200)
      expect(JSON.stringify((await portal.nobody.get('/public-terms-and-conditions')).body)).not.toContain(
        'href',
      )
    else expect(terms.status).toBe(400)
  })
})

test('an ordinary address is kept in each of these places', async () => {
  expect((await office.post('/advertisement', { title: 'Ad', url: GOOD })).body).toMatchObject({ url: GOOD })
  const { body } = await office.post('/post', aPost({ attachedUrl: GOOD, content: withLink(GOOD) }))
  expect(body).toMatchObject({ attachedUrl: GOOD })
  expect(JSON.stringify(body)).toContain(`"href":"${GOOD}"`)
})

test('no call and no page redirects, whatever address its query or path contains', async () => {
  const elsewhere = 'https://evil.example/'
  const query = ['url', 'next', 'return', 'returnUrl', 'redirect', 'redirectUrlSuccess', 'from', 'path']
    .map((name) => `${name}=${encodeURIComponent(elsewhere)}`)
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
    ...(await apiCalls(portal))
      .filter(({ method }) => method === 'get')
      .map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, '1')}?${query}`),
  ]
  for (const url of paths)
    for (const headers of [{}, { authorization: `Bearer ${resident.token}` }]) {
      const answer = await portal.app.inject({ url, headers: { host: 'evil.example', ...headers } })
      expect([url, answer.statusCode >= 300 && answer.statusCode < 400, answer.headers.location]).toEqual([
        url,
        false,
        undefined,
      ])
    }
})
