import { type Account, ADMIN, GATE_ACCOUNT, RESIDENT } from '../fixtures/accounts.ts'
import { expect, type Screen, test } from '../fixtures/test.ts'
import { recordPageLoad } from '../pages/record-page-load.ts'

/**
 * Maximum bytes of the scripts that the login page downloads. web/build/first-load.test.ts checks all pages
 * by the files of the build.
 */
const LOGIN_BYTES = 130_000
const PAGE_BYTES: Record<Screen, number> = { phone: 230_000, desk: 320_000 }

const BOTH_SCREENS = ['phone', 'desk'] as const
const PAGES: readonly {
  name: string
  to: string
  on: readonly Screen[]
  as?: Account
  isLayoutStable?: true
  openedElement?: 'form' | 'post'
}[] = [
  { name: 'home', to: '/', on: BOTH_SCREENS, isLayoutStable: true },
  { name: 'gate passes', to: '/tickets', on: BOTH_SCREENS, isLayoutStable: true },
  {
    name: 'gate passes with the open form',
    to: '/tickets?modal=true',
    on: BOTH_SCREENS,
    openedElement: 'form',
  },
  {
    name: 'reservations with the open form',
    to: '/reservations?modal=true',
    on: BOTH_SCREENS,
    openedElement: 'form',
    isLayoutStable: true,
  },
  {
    name: 'incident reports with the open form',
    to: '/incident-reports?modal=true',
    on: BOTH_SCREENS,
    openedElement: 'form',
  },
  { name: 'billings', to: '/billings', on: BOTH_SCREENS, isLayoutStable: true },
  { name: 'announcements', to: '/mail', on: BOTH_SCREENS, isLayoutStable: true },
  { name: 'open announcement', to: '/mail?postId=', on: ['phone'], openedElement: 'post' },
  { name: 'memorandums', to: '/memorandums', on: BOTH_SCREENS, isLayoutStable: true },
  { name: 'house rules', to: '/policies', on: ['phone'], isLayoutStable: true },
  { name: 'Ask the office', to: '/ask', on: BOTH_SCREENS, isLayoutStable: true },
  { name: 'my work of the office', to: '/admin/desk', on: BOTH_SCREENS, as: ADMIN },
  {
    name: 'house rules of the office',
    to: '/admin/policies',
    on: ['phone'],
    as: ADMIN,
    isLayoutStable: true,
  },
  {
    name: 'the calendar of amenities',
    to: '/admin/amenity-calendar',
    on: BOTH_SCREENS,
    as: ADMIN,
    isLayoutStable: true,
  },
  { name: 'the gate', to: '/admin/gate', on: ['phone'], as: GATE_ACCOUNT },
  { name: 'profile settings', to: '/settings', on: ['phone'], isLayoutStable: true },
  { name: 'ways to pay', to: '/billings/payments', on: ['phone'], isLayoutStable: true },
  { name: 'deposit', to: '/billings/payments/deposit', on: ['phone'] },
  {
    name: 'return from a gateway',
    to: '/billings/payments/dragonpay/message?path=open&status=S',
    on: ['phone'],
  },
]

test.describe.configure({ mode: 'parallel' })

for (const screen of BOTH_SCREENS) {
  test(`the login at a ${screen} loads under ${LOGIN_BYTES / 1000} KB of script, and nothing on it moves`, async ({
    visit,
  }) => {
    const page = await visit({ on: screen, to: '/healthz' })
    const loadRecorder = await recordPageLoad(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    const { bytes, layoutShifts } = await loadRecorder.wait([])
    expect(layoutShifts).toEqual([])
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(LOGIN_BYTES)
  })

  for (const { name, to, as = RESIDENT, openedElement, isLayoutStable } of PAGES.filter(({ on }) =>
    on.includes(screen),
  )) {
    const maxBytes = PAGE_BYTES[screen]
    const layoutNote = isLayoutStable ? ', and nothing on it moves' : ''
    test(`the page of ${name} at a ${screen} loads under ${maxBytes / 1000} KB of script${layoutNote}`, async ({
      visit,
      api,
    }) => {
      const page = await visit({ on: screen, as, to: '/healthz' })
      const loadRecorder = await recordPageLoad(page)
      const postsPath = '/posts?page=1&limit=10'
      const id =
        openedElement === 'post' &&
        (await (await api(RESIDENT)).call<{ data: { id: number }[] }>('GET', postsPath)).body.data[0]?.id
      await page.goto(id ? `${to}${id}` : to)
      if (openedElement === 'form')
        await expect(page.getByRole('dialog').getByRole('button', { name: /^Submit/ })).toBeVisible()
      else await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const { bytes, layoutShifts } = await loadRecorder.wait([])
      if (isLayoutStable) expect(layoutShifts).toEqual([])
      expect(bytes).toBeGreaterThan(10_000)
      expect(bytes).toBeLessThan(maxBytes)
    })
  }
}
