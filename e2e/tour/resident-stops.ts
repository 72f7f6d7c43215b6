import { expect } from '@playwright/test'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import {
  openFeedback,
  openFirst,
  openMenu,
  openPost,
  openSearch,
  openWalkInQuestion,
  payEmpty,
  submitEmpty,
} from './open-panels.ts'
import type { Stop } from './stop.ts'
import { TICKET_PAGES } from './ticket-pages.ts'

/** Pages of a resident in good standing. */
export const RESIDENT_STOPS: readonly Stop[] = [
  { name: 'home', to: '/' },
  { name: 'home-menu', to: '/', open: openMenu },
  { name: 'services', to: '/services', table: true },
  { name: 'services-ticket', to: '/services', open: openFirst },
  ...TICKET_PAGES.flatMap(({ slug, route }): Stop[] => [
    { name: slug, to: route, table: true },
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
  { name: 'ask', to: '/ask' },
  { name: 'policies', to: '/policies' },
  {
    name: 'policies-open',
    to: '/policies',
    open: async (page) => {
      await page.locator('details.rule summary').first().click()
      await expect(page.locator('details.rule .pdf-line').first()).toBeVisible()
    },
  },
  ...RECORD_KINDS.filter(({ residents }) => residents).map(({ path }) => ({
    name: path.many,
    to: `/${path.many}`,
  })),
  { name: 'billings', to: '/billings', table: true },
  { name: 'billings-ledger', to: '/billings/ledger', table: true },
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
  // Last: it would open on each page.
  { name: 'walk-in', to: '/', open: openWalkInQuestion },
]
