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
import type { TourStop } from './stop.ts'
import { TICKET_PAGES } from './ticket-pages.ts'

const openPrivacyEntry = async (page: Page): Promise<void> => {
  await page.getByText('Services and gate', { exact: true }).click()
  await page.getByText('Service tickets', { exact: true }).click()
  await expect(page.getByText('Legal basis').filter({ visible: true })).toBeVisible()
}

/** Uses a resident whose unpaid balance blocks no service. */
export const RESIDENT_STOPS: readonly TourStop[] = [
  { name: 'home', to: '/', template: 'home', isRepresentative: true },
  { name: 'home-menu', to: '/', template: 'menu', isRepresentative: true, preparePage: openMenu },
  { name: 'services', to: '/services', template: 'list', table: true },
  { name: 'services-ticket', to: '/services', template: 'ticket', preparePage: openFirstRecord },
  ...TICKET_PAGES.flatMap(({ slug, route }): TourStop[] => [
    { name: slug, to: route, template: 'list', isRepresentative: slug === 'tickets', table: true },
    slug === 'reservations'
      ? { name: `${slug}-add`, to: `${route}?modal=true`, template: 'booking form', isRepresentative: true }
      : { name: `${slug}-add`, to: `${route}?modal=true`, template: 'ticket form' },
  ]),
  {
    name: 'book-amenity',
    to: '/reservations/book?amenity=1',
    template: 'booking calendar',
    isRepresentative: true,
    preparePage: async (page) => {
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
    isRepresentative: true,
    preparePage: submitEmptyForm,
  },
  {
    name: 'tickets-ticket',
    to: '/tickets',
    template: 'ticket',
    isRepresentative: true,
    preparePage: openFirstRecord,
  },
  {
    name: 'incident-reports-ticket',
    to: '/incident-reports',
    template: 'ticket',
    preparePage: openFirstRecord,
  },
  {
    name: 'tickets-row-menu',
    to: '/tickets',
    template: 'row menu',
    isRepresentative: true,
    preparePage: async (page) => {
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
    isRepresentative: true,
    preparePage: async (page, screen) => {
      await openMenu(page, screen)
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'mail', to: '/mail', template: 'posts', isRepresentative: true },
  { name: 'mail-post', to: '/mail', template: 'post', isRepresentative: true, preparePage: openPost },
  { name: 'ask', to: '/ask', template: 'conversation', isRepresentative: true },
  {
    name: 'your-data',
    to: '/your-data',
    template: 'your data',
    isRepresentative: true,
    preparePage: openPrivacyEntry,
  },
  {
    name: 'your-data-request',
    to: '/your-data',
    template: 'small form',
    preparePage: createButtonClick('New request'),
  },
  { name: 'policies', to: '/policies', template: 'house rules' },
  {
    name: 'policies-open',
    to: '/policies',
    template: 'house rules',
    isRepresentative: true,
    preparePage: async (page) => {
      await page.locator('details.rule summary').first().click()
      await expect(page.locator('details.rule .pdf-line').first()).toBeVisible()
    },
  },
  ...RECORD_KINDS.filter(({ residents }) => residents).map(({ path }): TourStop => ({
    name: path.many,
    to: `/${path.many}`,
    template: 'records',
    isRepresentative: path.many === 'memorandums',
  })),
  { name: 'billings', to: '/billings', template: 'statements', isRepresentative: true, table: true },
  {
    name: 'billings-ledger',
    to: '/billings/ledger',
    template: 'ledger',
    isRepresentative: true,
    table: true,
  },
  { name: 'billings-methods', to: '/billings/payments', template: 'ways to pay', isRepresentative: true },
  {
    name: 'billings-deposit',
    to: '/billings/payments/deposit',
    template: 'payment form',
    isRepresentative: true,
  },
  {
    name: 'billings-dragonpay',
    to: '/billings/payments/dragonpay',
    template: 'payment form',
    preparePage: submitEmptyPayment,
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
    isRepresentative: true,
    preparePage: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Please input your old password!')).toBeVisible()
    },
  },
  {
    name: 'feedback',
    to: '/services',
    template: 'feedback',
    isRepresentative: true,
    preparePage: openFeedback,
  },
  {
    name: 'search',
    to: '/services',
    template: 'search',
    isRepresentative: true,
    preparePage: createSearchOpener('water'),
  },
  { name: 'not-found', to: '/404', template: 'not found', isRepresentative: true },
  // Must be the last stop, because its dialog about a visitor would open on every later page too.
  {
    name: 'walk-in',
    to: '/',
    template: 'walk-in question',
    isRepresentative: true,
    preparePage: openWalkInDialog,
  },
]
