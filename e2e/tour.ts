import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { expect, type Page } from '@playwright/test'
import { type Account, ADMIN, GOOD, OWING, SUPER_ADMIN } from './fixtures/accounts.ts'
import { soaFile, webClientFile } from './fixtures/statements.ts'
import type { Screen } from './fixtures/test.ts'
import { ImportPage } from './pages/import-page.ts'

/** A page, or something open on it, that is looked at: by axe, and by people as a picture. */
export interface Stop {
  name: string
  to: string
  /** Opens what the stop is about, once the page is there. */
  open?: (page: Page, screen: Screen) => Promise<void>
}

/** The stops of one person. */
export interface Leg {
  name: string
  as?: Account
  stops: readonly Stop[]
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

const openMenu = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'phone') await page.getByRole('button', { name: 'Pages' }).click()
}

const openFirst = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') await page.locator('tbody button.no').first().click()
  else await page.locator('article button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const submitEmpty = async (page: Page): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Submit/ })
    .click()
  await expect(page.locator('.help.err').first()).toBeVisible()
}

/** Goes on from the first post of the list to the post itself. */
const openPost = async (page: Page): Promise<void> => {
  await page.locator('.posts a').first().click()
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
}

/** Sends a form of paying without its amount. */
const payEmpty = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Paid Amount' }).fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Please input your Paid Amount!')).toBeVisible()
}

const openSearch = (term: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /^Search/ }).fill(term)
  await expect(page.getByRole('option').first()).toBeVisible()
}

const openFeedback = async (page: Page, screen: Screen): Promise<void> => {
  await openMenu(page, screen)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(page.getByRole('dialog', { name: 'Feedback' })).toBeVisible()
}

/** The page of a mailed link, as it is for whoever's link is good: mails are for no tour. */
const withGoodLink = async (page: Page): Promise<void> => {
  await page.route('**/api/choose-password/*', (route) =>
    route.fulfill({ json: { area: 'client', login: 'A-101' } }),
  )
  await page.goto('/choose-password#any')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
}

/** The second step of the login, as it is for whoever has one: the accounts of the demo community do without. */
const askedForCode = async (page: Page): Promise<void> => {
  await page.route('**/api/login/admin', (route) => route.fulfill({ json: { secondFactor: 'any' } }))
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.login)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please input the code!')).toBeVisible()
}

/** Turns two-step login on as far as the secret, which is of no use until it is confirmed. */
const openSecret = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

/** The recovery codes, as they are for whoever confirmed: for the others on this tour it stays off. */
const openCodes = async (page: Page): Promise<void> => {
  await page.route('**/api/second-factor/confirm', (route) =>
    route.fulfill({
      json: { recoveryCodes: Array.from({ length: 10 }, (_, code) => `K7QW-2M9T-XH4B-ZP3${code}`) },
    }),
  )
  await openSecret(page)
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
}

/** The editor comes after its form. */
const editorReady = async (page: Page): Promise<void> => {
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
}

/** The first payment, once a demo or an earlier test has made one. */
const openPayment = async (page: Page): Promise<void> => {
  await settled(page)
  const first = page.locator('tbody button.no').or(page.locator('article h2 button')).first()
  if (!(await first.isVisible())) return
  await first.click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** The record of the first row of what the office publishes. */
const openRecord = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') await page.locator('tbody button.go').first().click()
  else await page.locator('article h2 button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const openThread = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === 'desk') {
    await page
      .getByRole('button', { name: /^Thread of/ })
      .first()
      .click()
  } else {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Thread' }).click()
  }
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeVisible()
}

/** Manage Access is there, of whoever the address names. */
const switchesReady = async (page: Page): Promise<void> => {
  await expect(page.getByRole('group', { name: 'Gate Pass' })).toBeVisible()
}

/** Shows what an import would do; nothing is saved. */
const compareStatements = async (page: Page): Promise<void> => {
  const office = new ImportPage(page)
  const rows = [
    { urefno: 'C-504', name: 'Renato Laurel', amount: '812.00', date: '31/05/2026', attachment: 'C-504.pdf' },
    { urefno: 'C-599', name: 'Nobody', amount: '-1', date: '31/05/2026', attachment: 'C-599.pdf' },
  ]
  await office.choose('SOA file', soaFile(rows))
  await office.choose('Web client file', webClientFile(rows))
  await expect(office.upload).toBeEnabled()
}

/** What the office keeps in lists with an add form. */
const OFFICE_RECORDS = ['memorandums', 'amenities', 'advertisements'] as const

const withPage = MODULES.flatMap((module) =>
  module.route === null ? [] : [{ ...module, route: module.route, slug: module.route.slice(1) }],
)

export const LEGS: readonly Leg[] = [
  {
    name: 'login',
    stops: [
      { name: 'login', to: '/' },
      {
        name: 'login-terms',
        to: '/',
        open: async (page) => {
          await page.getByRole('button', { name: 'Terms and Conditions' }).click()
          await expect(page.locator('#terms-text')).not.toHaveText('Loading…')
        },
      },
      { name: 'open-return', to: '/billings/payments/dragonpay/message?path=open&txnid=DP-1&status=S' },
      { name: 'login-forgot', to: '/', open: press('Forgot password?') },
      { name: 'login-admin', to: '/admin' },
      { name: 'login-code', to: '/admin', open: askedForCode },
      { name: 'login-super-admin', to: '/super-admin' },
      { name: 'choose-password', to: '/', open: withGoodLink },
    ],
  },
  {
    name: 'resident',
    as: GOOD,
    stops: [
      { name: 'home', to: '/' },
      { name: 'home-menu', to: '/', open: openMenu },
      { name: 'services', to: '/services' },
      { name: 'services-ticket', to: '/services', open: openFirst },
      ...withPage.flatMap(({ slug, route }): Stop[] => [
        { name: slug, to: route },
        { name: `${slug}-add`, to: `${route}?modal=true` },
      ]),
      { name: 'tickets-add-empty', to: '/tickets?modal=true', open: submitEmpty },
      { name: 'tickets-ticket', to: '/tickets', open: openFirst },
      { name: 'incident-reports-ticket', to: '/incident-reports', open: openFirst },
      {
        name: 'tickets-row-menu',
        to: '/tickets',
        open: async (page) => {
          await page
            .getByRole('button', { name: /^Actions for/ })
            .first()
            .click()
          await expect(page.getByRole('menu')).toBeVisible()
        },
      },
      {
        name: 'logout',
        to: '/',
        open: async (page, screen) => {
          await openMenu(page, screen)
          await page.getByRole('button', { name: 'Logout' }).click()
          await expect(page.getByRole('alertdialog')).toBeVisible()
        },
      },
      { name: 'mail', to: '/mail' },
      { name: 'mail-post', to: '/mail', open: openPost },
      { name: 'policies', to: '/policies' },
      {
        name: 'policies-open',
        to: '/policies',
        open: async (page) => {
          await page.locator('details.rule summary').first().click()
          await expect(page.locator('details.rule .pdf-line').first()).toBeVisible()
        },
      },
      { name: 'memorandums', to: '/memorandums' },
      { name: 'billings', to: '/billings' },
      { name: 'billings-methods', to: '/billings/payments' },
      { name: 'billings-deposit', to: '/billings/payments/deposit' },
      { name: 'billings-dragonpay', to: '/billings/payments/dragonpay', open: payEmpty },
      { name: 'billings-aqwire', to: '/billings/payments/aqwire' },
      { name: 'billings-return', to: '/billings/payments/aqwire/cancel?path=open&status=F' },
      { name: 'settings', to: '/settings' },
      {
        name: 'settings-empty-password',
        to: '/settings',
        open: async (page) => {
          await page.getByRole('button', { name: 'Change password' }).click()
          await expect(page.getByText('Please input your old password!')).toBeVisible()
        },
      },
      { name: 'feedback', to: '/services', open: openFeedback },
      { name: 'search', to: '/services', open: openSearch('water') },
      { name: 'not-found', to: '/404' },
    ],
  },
  {
    name: 'owing',
    as: OWING,
    stops: [
      { name: 'blocked', to: '/reservations' },
      // opening the bell marks everything read, which tests of other residents count
      { name: 'home-notifications', to: '/', open: press(/^Notifications/) },
    ],
  },
  {
    name: 'admin',
    as: ADMIN,
    stops: [
      { name: 'admin-services', to: '/admin/services' },
      { name: 'admin-menu', to: '/admin/services', open: openMenu },
      { name: 'admin-services-add', to: '/admin/services?modal=true' },
      { name: 'admin-notifications', to: '/admin/services', open: press(/^Notifications/) },
      ...withPage.flatMap(({ slug, route }): Stop[] => [
        { name: `admin-${slug}`, to: `/admin${route}` },
        { name: `admin-${slug}-record`, to: `/admin${route}`, open: openFirst },
      ]),
      { name: 'admin-tickets-add', to: '/admin/tickets?modal=true' },
      { name: 'admin-reservations-add', to: '/admin/reservations?modal=true' },
      { name: 'admin-tickets-add-empty', to: '/admin/tickets?modal=true', open: submitEmpty },
      {
        name: 'admin-tickets-status',
        to: '/admin/tickets?status=1',
        open: async (page, screen) => {
          await openFirst(page, screen)
          await page.getByRole('combobox', { name: 'Status' }).click()
          await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
        },
      },
      {
        name: 'admin-tickets-date',
        to: '/admin/tickets?modal=true',
        open: async (page, screen) => {
          if (screen === 'phone') return
          await page.getByRole('textbox', { name: 'Date of Use' }).click()
          await expect(page.locator('.ant-picker-dropdown')).toBeVisible()
        },
      },
      {
        name: 'admin-tickets-selection',
        to: '/admin/tickets',
        open: async (page) => {
          await page
            .getByRole('checkbox', { name: /^Select GP/ })
            .nth(1)
            .check()
          await page
            .getByRole('checkbox', { name: /^Select GP/ })
            .nth(2)
            .check()
        },
      },
      {
        name: 'admin-tickets-nothing-found',
        to: '/admin/tickets?search=no-such-thing',
        open: async (page) => {
          await page.getByRole('searchbox').fill('no-such-thing')
          await page.getByRole('searchbox').press('Enter')
          await expect(page.getByText('No gate passes here')).toBeVisible()
        },
      },
      {
        name: 'admin-dashboard',
        to: '/admin',
        open: async (page) => {
          await expect(page.locator('.chartcard canvas')).toHaveCount(3)
        },
      },
      {
        name: 'admin-dashboard-table',
        to: '/admin',
        open: async (page) => {
          await page.getByRole('button', { name: 'Show as table' }).first().click()
          await expect(page.getByRole('button', { name: 'Show as chart' })).toBeVisible()
        },
      },
      { name: 'admin-billings', to: '/admin/settings' },
      { name: 'admin-billings-statements', to: '/admin/settings', open: openRecord },
      { name: 'admin-payments', to: '/admin/payments' },
      { name: 'admin-payments-payment', to: '/admin/payments', open: openPayment },
      { name: 'admin-payments-add-empty', to: '/admin/payments?modal=true', open: submitEmpty },
      { name: 'admin-announcements', to: '/admin/announcements' },
      { name: 'admin-announcements-add', to: '/admin/announcements?modal=true', open: editorReady },
      { name: 'admin-announcements-thread', to: '/admin/announcements', open: openThread },
      ...OFFICE_RECORDS.flatMap((slug): Stop[] => [
        { name: `admin-${slug}`, to: `/admin/${slug}` },
        { name: `admin-${slug}-record`, to: `/admin/${slug}`, open: openRecord },
        { name: `admin-${slug}-add-empty`, to: `/admin/${slug}?modal=true`, open: submitEmpty },
      ]),
      { name: 'admin-policies', to: '/admin/policies' },
      {
        name: 'admin-policies-open',
        to: '/admin/policies',
        open: async (page) => {
          await page.locator('button.unfold').first().click()
          await expect(page.locator('button.unfold').first()).toHaveAttribute('aria-expanded', 'true')
        },
      },
      { name: 'admin-feedbacks', to: '/admin/feedbacks' },
      { name: 'admin-tenants', to: '/admin/tenants' },
      { name: 'admin-tenants-record', to: '/admin/tenants', open: openRecord },
      { name: 'admin-tenants-add-empty', to: '/admin/tenants?modal=true', open: submitEmpty },
      { name: 'admin-utilities', to: '/admin/utilities' },
      { name: 'admin-utilities-access', to: '/admin/utilities?tab=access' },
      {
        name: 'admin-utilities-access-manage',
        to: '/admin/utilities?tab=access&access=2',
        open: switchesReady,
      },
      { name: 'admin-utilities-ready', to: '/admin/utilities', open: compareStatements },
      { name: 'admin-utilities-parameters', to: '/admin/utilities?tab=system-parameters' },
      { name: 'admin-logged-in-logs', to: '/admin/logged-in-logs' },
      { name: 'admin-search', to: '/admin/services', open: openSearch('A-1') },
      { name: 'admin-account', to: '/admin/account' },
      { name: 'admin-account-secret', to: '/admin/account', open: openSecret },
      { name: 'admin-account-codes', to: '/admin/account', open: openCodes },
      { name: 'admin-not-found', to: '/admin/404' },
    ],
  },
  {
    name: 'super-admin',
    as: SUPER_ADMIN,
    stops: [
      { name: 'super-admin-website', to: '/super-admin' },
      { name: 'super-admin-menu', to: '/super-admin', open: openMenu },
      { name: 'super-admin-administrators', to: '/super-admin/utilities' },
      { name: 'super-admin-administrators-add', to: '/super-admin/utilities?modal=true', open: submitEmpty },
      { name: 'super-admin-administrators-record', to: '/super-admin/utilities?modal=true&serviceId=2' },
      { name: 'super-admin-access', to: '/super-admin/utilities?access=2', open: switchesReady },
      { name: 'super-admin-database', to: '/super-admin/utilities?tab=database' },
      {
        name: 'super-admin-database-reset',
        to: '/super-admin/utilities?tab=database',
        open: async (page) => {
          await page.getByRole('button', { name: 'Reset Database' }).click()
          await expect(page.getByLabel('Your password')).toBeVisible()
        },
      },
      { name: 'super-admin-mobile', to: '/super-admin/utilities?tab=mobile-settings' },
      {
        name: 'super-admin-mobile-home',
        to: '/super-admin/utilities?tab=mobile-settings',
        open: async (page) => {
          await page.getByRole('radio', { name: 'Home' }).check({ force: true })
          await expect(page.getByRole('img', { name: 'Preview of the app, Home' })).toBeVisible()
        },
      },
      { name: 'super-admin-terms', to: '/super-admin/terms-and-conditions', open: editorReady },
      { name: 'super-admin-audit', to: '/super-admin/audit-log' },
      { name: 'super-admin-audit-entry', to: '/super-admin/audit-log', open: openFirst },
      { name: 'super-admin-account', to: '/super-admin/account' },
      { name: 'super-admin-not-found', to: '/super-admin/404' },
    ],
  },
]

/** Goes to a stop and waits until everything it shows is there. */
export async function arrive(page: Page, stop: Stop, screen: Screen): Promise<void> {
  await page.goto(stop.to)
  await settled(page)
  await stop.open?.(page, screen)
  await settled(page)
}

/** Nothing on the page waits any more: no skeleton, no picture or font on its way. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[role="status"][aria-label="Loading"], [aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  )
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
