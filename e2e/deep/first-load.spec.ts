import { type Account, ADMIN, GATE, RESIDENT } from '../fixtures/accounts.ts'
import { expect, type Screen, test } from '../fixtures/test.ts'
import { watchLoading } from '../pages/watch-loading.ts'

/**
 * Maximum bytes of scripts, as transferred. web/build/first-load.test.ts checks all pages by the files of the
 * build.
 */
const LOGIN_BYTES = 130_000
const PAGE_BYTES: Record<Screen, number> = { phone: 230_000, desk: 320_000 }

const BOTH = ['phone', 'desk'] as const
const PAGES: readonly {
  name: string
  to: string
  on: readonly Screen[]
  as?: Account
  /** Whether the test fails if the layout moves while the page loads. */
  still?: true
  opens?: 'form' | 'post'
}[] = [
  { name: 'home', to: '/', on: BOTH, still: true },
  { name: 'gate passes', to: '/tickets', on: BOTH, still: true },
  { name: 'gate passes with the open form', to: '/tickets?modal=true', on: BOTH, opens: 'form' },
  {
    name: 'reservations with the open form',
    to: '/reservations?modal=true',
    on: BOTH,
    opens: 'form',
    still: true,
  },
  {
    name: 'incident reports with the open form',
    to: '/incident-reports?modal=true',
    on: BOTH,
    opens: 'form',
  },
  { name: 'billings', to: '/billings', on: BOTH, still: true },
  { name: 'announcements', to: '/mail', on: BOTH, still: true },
  { name: 'open announcement', to: '/mail?postId=', on: ['phone'], opens: 'post' },
  { name: 'memorandums', to: '/memorandums', on: BOTH, still: true },
  { name: 'house rules', to: '/policies', on: ['phone'], still: true },
  { name: 'Ask the office', to: '/ask', on: BOTH, still: true },
  { name: 'my work of the office', to: '/admin/desk', on: BOTH, as: ADMIN },
  { name: 'house rules of the office', to: '/admin/policies', on: ['phone'], as: ADMIN, still: true },
  { name: 'the calendar of amenities', to: '/admin/amenity-calendar', on: BOTH, as: ADMIN, still: true },
  { name: 'the gate', to: '/admin/gate', on: ['phone'], as: GATE },
  { name: 'profile settings', to: '/settings', on: ['phone'], still: true },
  { name: 'ways to pay', to: '/billings/payments', on: ['phone'], still: true },
  { name: 'deposit', to: '/billings/payments/deposit', on: ['phone'] },
  {
    name: 'return from a gateway',
    to: '/billings/payments/dragonpay/message?path=open&status=S',
    on: ['phone'],
  },
]

test.describe.configure({ mode: 'parallel' })

for (const screen of BOTH) {
  test(`the login at a ${screen} loads under ${LOGIN_BYTES / 1000} KB of script, and nothing on it moves`, async ({
    visit,
  }) => {
    const page = await visit({ on: screen, to: '/healthz' })
    const loading = await watchLoading(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    const { bytes, shifted } = await loading.wait([])
    expect(shifted).toEqual([])
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(LOGIN_BYTES)
  })

  for (const { name, to, as = RESIDENT, opens, still } of PAGES.filter(({ on }) => on.includes(screen))) {
    const budget = PAGE_BYTES[screen]
    const stays = still ? ', and nothing on it moves' : ''
    test(`the page of ${name} at a ${screen} loads under ${budget / 1000} KB of script${stays}`, async ({
      visit,
      api,
    }) => {
      const page = await visit({ on: screen, as, to: '/healthz' })
      const loading = await watchLoading(page)
      const posts = '/posts?page=1&limit=10'
      const id =
        opens === 'post' &&
        (await (await api(RESIDENT)).call<{ data: { id: number }[] }>('GET', posts)).body.data[0]?.id
      await page.goto(id ? `${to}${id}` : to)
      if (opens === 'form')
        await expect(page.getByRole('dialog').getByRole('button', { name: /^Submit/ })).toBeVisible()
      else await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const { bytes, shifted } = await loading.wait([])
      if (still) expect(shifted).toEqual([])
      expect(bytes).toBeGreaterThan(10_000)
      expect(bytes).toBeLessThan(budget)
    })
  }
}
