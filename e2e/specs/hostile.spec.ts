import type { Page } from '@playwright/test'
import { type Account, ADMIN, RESIDENT } from '../fixtures/accounts.ts'
import { callsOf } from '../fixtures/calls.ts'
import { jpeg } from '../fixtures/files.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { moveTo } from '../pages/move-to.ts'

/** Each sets `window.harmed`, opens a dialog or calls another host if it runs. */
const WORDS: Readonly<Record<string, string>> = {
  script: '<script>window.harmed=1;alert(1)</script>',
  'closed tags': '"></title></textarea></style></script><script>window.harmed=1</script>',
  handler: '<img src=x onerror="window.harmed=1;alert(2)">',
  svg: '<svg/onload=window.harmed=1><animate onbegin=alert(3) attributeName=x dur=1s>',
  frame: '<iframe srcdoc="<script>parent.harmed=1</script>"></iframe>',
  entities: '&lt;script&gt;window.harmed=1&lt;/script&gt; &#60;img src=x onerror=alert(4)&#62;',
  template: '{{constructor.constructor("window.harmed=1")()}} ${window.harmed=1} <%= 7*7 %>',
  'right to left': '\u202Egpj.exe\u202C \u2067evil\u2069 \u0627\u0644\u0633\u0644\u0627\u0645',
  'one long word': 'W'.repeat(240),
  'long without spaces': 'https://example.com/'.padEnd(230, 'a-b_c'),
  marks: `Z${'\u0301\u0308\u0323'.repeat(6)}algo`,
}

const LINKS = [
  'javascript:window.harmed=1',
  ' java\tscript:alert(5)',
  'data:text/html,<script>parent.harmed=1</script>',
  'vbscript:msgbox(6)',
  '//example.com/no-scheme',
]

type Node = Readonly<Record<string, unknown>>

const paragraph = (text: string, marks: readonly Node[] = []): Node => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
})
const doc = (...content: readonly Node[]): Node => ({ type: 'doc', content })

/** Documents that our editor never makes; the server refuses them, or removes harmful parts. */
const DOCUMENTS: readonly Node[] = [
  doc({ type: 'script', content: [{ type: 'text', text: 'window.harmed=1' }] }),
  doc({ type: 'iframe', attrs: { srcdoc: '<script>parent.harmed=1</script>' } }),
  doc({ type: 'image', attrs: { src: 'x', onerror: 'window.harmed=1' } }),
  doc({ type: 'image', attrs: { key: 'images/../../etc/passwd', src: 'javascript:alert(7)' } }),
  doc({ ...paragraph('styled'), attrs: { style: 'position:fixed;inset:0', onclick: 'window.harmed=1' } }),
  doc(paragraph('an unknown mark', [{ type: 'onmouseover', attrs: { href: 'javascript:alert(8)' } }])),
  doc({ type: '__proto__', content: [] }),
  doc({ type: 'heading', attrs: { level: 'script' }, content: [{ type: 'text', text: 'a level' }] }),
  doc(...LINKS.map((href) => paragraph(href, [{ type: 'link', attrs: { href, target: '_top' } }]))),
  doc(...Object.values(WORDS).map((text) => paragraph(text))),
]

/** Checks that nothing ran and nothing overflows the page. */
async function expectUnharmed(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[role="status"][aria-label="Loading"], [aria-busy="true"]')).toHaveCount(0)
  const state = await page.evaluate(() => ({
    harmed: 'harmed' in window,
    links: [...document.querySelectorAll('a[href], area[href], form[action], iframe[src]')].flatMap(
      (element) => {
        const address = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
        return /^\s*(?:java\s*script|data|vbscript):/i.test(address) ? [address] : []
      },
    ),
    handlers: document.querySelectorAll('[onerror], [onload], [onclick], [onmouseover], [srcdoc]').length,
    beyond:
      document.documentElement.scrollWidth === document.documentElement.clientWidth
        ? []
        : [...document.querySelectorAll('main *, dialog *, header *')]
            .filter(
              (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
            )
            .slice(-4)
            .map(
              (element) => `${element.parentElement?.className} > ${element.tagName}.${element.className}`,
            ),
    out: [...document.querySelectorAll('dialog[open]')].filter(
      (dialog) => dialog.scrollWidth > dialog.clientWidth + 1,
    ).length,
  }))
  expect.soft(state, where).toEqual({ harmed: false, links: [], handlers: 0, beyond: [], out: 0 })
}

/** A separate portal, so that no other test has this content on its pages. */
let portal: Portal
const posts: number[] = []
let memorandum = 0

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  portal = await startPortal()
})

test.afterAll(() => portal.stop())

test('hostile content is refused, or kept as plain text', async () => {
  const office = await callsOf(portal.url, ADMIN)
  const tenant = await callsOf(portal.url, RESIDENT)
  const post = {
    title: 'Hostile content',
    description: 'Text',
    type: 'ANNOUNCEMENTS',
    attachedUrl: 'https://example.com/',
    enableMessaging: 1,
  }
  for (const attachedUrl of LINKS)
    expect((await office.call('POST', '/post', { ...post, attachedUrl })).status, attachedUrl).toBe(400)
  for (const url of LINKS)
    expect((await office.call('POST', '/advertisement', { title: 'An ad', url })).status, url).toBe(400)

  for (const content of DOCUMENTS) {
    const { status, body } = await office.call<{ id: number }>('POST', '/post', { ...post, content })
    expect([200, 201, 400], JSON.stringify(content)).toContain(status)
    if (status < 300) posts.push(body.id)
  }
  expect(posts.length).toBeGreaterThan(2)
  const talked = posts[0] ?? 0
  for (const [name, words] of Object.entries(WORDS)) {
    const kept = await office.call<{ id: number; title: string }>('POST', '/post', {
      ...post,
      title: words,
      description: words,
    })
    expect(kept.status, name).toBeLessThan(300)
    posts.push(kept.body.id)
    expect(
      (await tenant.call('POST', '/comment', { postId: talked, comment: words })).status,
      name,
    ).toBeLessThan(300)
    expect((await tenant.call('POST', '/feedback', { rate: 3, message: words })).status, name).toBeLessThan(
      300,
    )
    expect(
      (await office.call('POST', '/policy-header', { header: words, files: [] })).status,
      name,
    ).toBeLessThan(300)
    await tenant.file('jobOrder', { title: words, description: words })
    const circular = await office.call<{ id: number }>('POST', '/memorandum', {
      memoNumber: words.slice(0, 50),
      title: words,
      description: words,
      date: '2026-06-01',
      files: [],
    })
    expect(circular.status, name).toBeLessThan(300)
    memorandum = circular.body.id
  }
})

const visits: readonly { as: Account; who: string; paths: () => string[] }[] = [
  {
    who: 'a resident',
    as: RESIDENT,
    paths: () => [
      '/',
      '/mail',
      '/mail?page=2',
      ...posts.map((id) => `/mail?postId=${id}`),
      '/policies',
      '/memorandums',
      `/memorandums?id=${memorandum}`,
      '/service-requests',
      '/services',
    ],
  },
  {
    who: 'an administrator',
    as: ADMIN,
    paths: () => [
      '/admin',
      '/admin/announcements',
      '/admin/announcements?page=2',
      ...posts.slice(0, 3).map((id) => `/admin/announcements?postId=${id}`),
      ...posts.map((id) => `/admin/announcements?modal=true&serviceId=${id}`),
      '/admin/memorandums',
      `/admin/memorandums?id=${memorandum}`,
      '/admin/policies',
      '/admin/feedbacks',
      '/admin/service-requests',
      '/admin/services',
    ],
  },
]

for (const { who, as, paths } of visits) {
  for (const screen of ['phone', 'desk'] as const) {
    test(`${who} at a ${screen} opens all pages, and nothing runs`, async ({ visit }) => {
      const page = await visit({ on: screen, as, to: '/healthz', portal: portal.url })
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      for (const path of paths()) {
        await moveTo(page, path)
        await expectUnharmed(page, path)
      }
      expect(dialogs).toEqual([])
    })
  }
}

test('a hostile file name is shown as text', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: RESIDENT, to: '/settings', portal: portal.url })
  const name = '<img src=x onerror=window.harmed=1>\u202Egpj.jpg'
  const picture = await jpeg('face.jpg')
  await page.goto('/incident-reports?modal=true')
  const group = page.getByRole('dialog').getByRole('group', { name: 'Images' })
  const chooser = page.waitForEvent('filechooser')
  await group.getByRole('button', { name: /Choose/ }).click()
  await (await chooser).setFiles({ ...picture, name })
  await expect(group.locator('.thumb').first()).toBeVisible()
  await expectUnharmed(page, 'the open form')
})
