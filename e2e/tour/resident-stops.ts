import { expect, type Page } from '@playwright/test'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import {
  openFeedback,
  openFirstRecord,
  openMenu,
  openPost,
  createSearchOpener,
  openWalkInDialog,
  submitEmptyPayment,
  createButtonClick,
  submitEmptyForm,
} from './open-panels.ts'
import type { Stop } from './stop.ts'
import { TICKET_PAGES } from './ticket-pages.ts'

const openPrivacyEntry = async (page: Page): Promise<void> => {
  await page.getByText('Services and gate', { exact: true }).click()
  await page.getByText('Service tickets', { exact: true }).click()
  await expect(page.getByText('Legal basis').filter({ visible: true })).toBeVisible()
}

/** Uses a resident whose unpaid balance blocks no service. */
export const RESIDENT_STOPS: readonly Stop[] = [
  { name: 'home', to: '/', template: 'home', represents: true },
  { name: 'home-menu', to: '/', template: 'menu', represents: true, open: openMenu },
  { name: 'services', to: '/services', template: 'list', table: true },
  { name: 'services-ticket', to: '/services', template: 'ticket', open: openFirstRecord },
  ...TICKET_PAGES.flatMap(({ slug, route }): Stop[] => [
    { name: slug, to: route, template: 'list', represents: slug === 'tickets', table: true },
    slug === 'reservations'
      ? { name: `${slug}-add`, to: `${route}?modal=true`, template: 'booking form', represents: true }
      : { name: `${slug}-add`, to: `${route}?modal=true`, template: 'ticket form' },
  ]),
  {
    name: 'book-amenity',
    to: '/reservations/book?amenity=1',
    template: 'booking calendar',
    represents: true,
    open: async (page) => {
      await page.getByRole('region', { name: 'Days' }).getByRole('button', { name: /free$/ }).last().click()
      const timesRegion = page.getByRole('region', { name: /^Times on/ })
      await timesRegion.getByRole('listitem').getByRole('button').first().click()
      await expect(timesRegion.getByRole('button', { name: /^Book/ })).toBeVisible()
    },
  },
  {
    name: 'tickets-add-empty',
    to: '/tickets?modal=true',
    template: 'ticket form',
    represents: true,
    open: submitEmptyForm,
  },
  { name: 'tickets-ticket', to: '/tickets', template: 'ticket', represents: true, open: openFirstRecord },
  { name: 'incident-reports-ticket', to: '/incident-reports', template: 'ticket', open: openFirstRecord },
  {
    name: 'tickets-row-menu',
    to: '/tickets',
    template: 'row menu',
    represents: true,
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
    template: 'question',
    represents: true,
    open: async (page, screen) => {
      await openMenu(page, screen)
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'mail', to: '/mail', template: 'posts', represents: true },
  { name: 'mail-post', to: '/mail', template: 'post', represents: true, open: openPost },
  { name: 'ask', to: '/ask', template: 'conversation', represents: true },
  { name: 'your-data', to: '/your-data', template: 'your data', represents: true, open: openPrivacyEntry },
  {
    name: 'your-data-request',
    to: '/your-data',
    template: 'small form',
    open: createButtonClick('New request'),
  },
  { name: 'policies', to: '/policies', template: 'house rules' },
  {
    name: 'policies-open',
    to: '/policies',
    template: 'house rules',
    represents: true,
    open: async (page) => {
      await page.locator('details.rule summary').first().click()
      await expect(page.locator('details.rule .pdf-line').first()).toBeVisible()
    },
  },
  ...RECORD_KINDS.filter(({ residents }) => residents).map(({ path }): Stop => ({
    name: path.many,
    to: `/${path.many}`,
    template: 'records',
    represents: path.many === 'memorandums',
  })),
  { name: 'billings', to: '/billings', template: 'statements', represents: true, table: true },
  { name: 'billings-ledger', to: '/billings/ledger', template: 'ledger', represents: true, table: true },
  { name: 'billings-methods', to: '/billings/payments', template: 'ways to pay', represents: true },
  { name: 'billings-deposit', to: '/billings/payments/deposit', template: 'payment form', represents: true },
  {
    name: 'billings-dragonpay',
    to: '/billings/payments/dragonpay',
    template: 'payment form',
    open: submitEmptyPayment,
  },
  { name: 'billings-aqwire', to: '/billings/payments/aqwire', template: 'payment form' },
  {
    name: 'billings-return',
    to: '/billings/payments/aqwire/cancel?path=open&status=F',
    template: 'gateway return',
  },
  { name: 'settings', to: '/settings', template: 'settings' },
  {
    name: 'settings-empty-password',
    to: '/settings',
    template: 'settings',
    represents: true,
    open: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Please input your old password!')).toBeVisible()
    },
  },
  { name: 'feedback', to: '/services', template: 'feedback', represents: true, open: openFeedback },
  {
    name: 'search',
    to: '/services',
    template: 'search',
    represents: true,
    open: createSearchOpener('water'),
  },
  { name: 'not-found', to: '/404', template: 'not found', represents: true },
  // Must be the last stop, because its dialog about a visitor would open on every later page too.
  { name: 'walk-in', to: '/', template: 'walk-in question', represents: true, open: openWalkInDialog },
]
