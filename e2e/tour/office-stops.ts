import { expect } from '@playwright/test'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import {
  compareStatements,
  loseServer,
  waitForEditor,
  moveEntry,
  openCodes,
  openFirst,
  openMenu,
  openPayment,
  openRecord,
  openSearch,
  openSecret,
  openThread,
  openVerdict,
  openWalkInForm,
  press,
  submitEmpty,
  waitForSwitches,
} from './open-panels.ts'
import type { Stop } from './stop.ts'
import { TICKET_PAGES } from './ticket-pages.ts'

/** Kinds of records that the office lists and adds. */
const OFFICE_RECORDS = RECORD_KINDS.filter(({ office }) => office).map(({ path }) => path.many)

/** Pages of an administrator with all permissions. */
export const OFFICE_STOPS: readonly Stop[] = [
  { name: 'admin-desk', to: '/admin/desk', table: true },
  { name: 'admin-services', to: '/admin/services', table: true },
  { name: 'admin-menu', to: '/admin/services', open: openMenu },
  { name: 'admin-services-add', to: '/admin/services?modal=true' },
  { name: 'admin-notifications', to: '/admin/services', open: press(/^Notifications/) },
  ...TICKET_PAGES.flatMap(({ slug, route }): Stop[] => [
    { name: `admin-${slug}`, to: `/admin${route}`, table: true },
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
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'admin-tickets-notes',
    to: '/admin/tickets',
    open: async (page, screen) => {
      await openFirst(page, screen)
      await page.getByRole('tab', { name: 'Internal notes' }).click()
      await expect(page.getByText('Only the office reads these')).toBeVisible()
    },
  },
  {
    name: 'admin-tickets-date',
    to: '/admin/tickets?modal=true',
    open: async (page, screen) => {
      if (screen === 'phone') return
      await page.getByRole('textbox', { name: 'Date of Use' }).click()
      await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
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
  { name: 'admin-gate-setup', to: '/admin/gate-setup' },
  { name: 'admin-gate-setup-add', to: '/admin/gate-setup', open: press('Add gate') },
  { name: 'admin-gate-setup-name', to: '/admin/gate-setup', open: press('Add name or plate') },
  { name: 'admin-gate-log', to: '/admin/gate-log' },
  {
    name: 'admin-dashboard',
    to: '/admin',
    open: async (page) => {
      await expect(page.locator('.chartcard canvas')).toHaveCount(4)
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
  { name: 'admin-billings', to: '/admin/settings', table: true },
  { name: 'admin-billings-ledger', to: '/admin/settings', open: openRecord },
  {
    name: 'admin-billings-charge-empty',
    to: '/admin/settings',
    open: async (page, screen) => {
      await openRecord(page, screen)
      await page.getByRole('button', { name: 'Add charge or credit' }).click()
      await page
        .getByRole('dialog', { name: 'Add charge or credit' })
        .getByRole('button', { name: 'Submit', exact: true })
        .click()
      await expect(page.getByText('Please choose charge or credit!')).toBeVisible()
    },
  },
  { name: 'admin-ageing', to: '/admin/ageing', table: true },
  { name: 'admin-collections', to: '/admin/collections', table: true },
  { name: 'admin-statement-check', to: '/admin/statement-check' },
  { name: 'admin-reminders', to: '/admin/reminders' },
  { name: 'admin-reminders-new', to: '/admin/reminders', open: press('New reminders') },
  { name: 'admin-bank', to: '/admin/bank' },
  { name: 'admin-bank-import', to: '/admin/bank', open: press('Import file') },
  { name: 'admin-bank-unmatched', to: '/admin/bank', open: press('Unmatched') },
  {
    name: 'admin-payments-payfile',
    to: '/admin/payments',
    open: press('Download CSV'),
  },
  { name: 'admin-receipts', to: '/admin/receipts', table: true },
  { name: 'admin-receipts-open', to: '/admin/receipts', open: press('Open series') },
  { name: 'admin-payments', to: '/admin/payments', table: true },
  { name: 'admin-counter', to: '/admin/counter' },
  { name: 'admin-payments-payment', to: '/admin/payments', open: openPayment },
  { name: 'admin-payments-add-empty', to: '/admin/payments?modal=true', open: submitEmpty },
  { name: 'admin-certificates', to: '/admin/certificates' },
  { name: 'admin-announcements', to: '/admin/announcements', table: true },
  { name: 'admin-announcements-add', to: '/admin/announcements?modal=true', open: waitForEditor },
  { name: 'admin-announcements-thread', to: '/admin/announcements', open: openThread },
  ...OFFICE_RECORDS.flatMap((slug): Stop[] => [
    { name: `admin-${slug}`, to: `/admin/${slug}`, table: true },
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
  { name: 'admin-feedbacks', to: '/admin/feedbacks', table: true },
  { name: 'admin-tenants', to: '/admin/tenants', table: true },
  { name: 'admin-tenants-record', to: '/admin/tenants', open: openRecord },
  { name: 'admin-tenants-add-empty', to: '/admin/tenants?modal=true', open: submitEmpty },
  { name: 'admin-utilities', to: '/admin/utilities', table: true },
  { name: 'admin-utilities-access', to: '/admin/utilities?tab=access', table: true },
  {
    name: 'admin-utilities-access-manage',
    to: '/admin/utilities?tab=access&access=2',
    open: waitForSwitches,
  },
  { name: 'admin-utilities-ready', to: '/admin/utilities', open: compareStatements },
  { name: 'admin-utilities-entries', to: '/admin/utilities', open: moveEntry },
  { name: 'admin-utilities-parameters', to: '/admin/utilities?tab=system-parameters' },
  { name: 'admin-gate', to: '/admin/gate' },
  { name: 'admin-gate-verdict', to: '/admin/gate', open: openVerdict },
  { name: 'admin-gate-walk-in', to: '/admin/gate', open: openWalkInForm },
  // Last at the gate: it stays offline.
  { name: 'admin-gate-offline', to: '/admin/gate', open: loseServer },
  { name: 'admin-logged-in-logs', to: '/admin/logged-in-logs', table: true },
  { name: 'admin-deliveries', to: '/admin/deliveries' },
  { name: 'admin-search', to: '/admin/services', open: openSearch('A-1') },
  { name: 'admin-account', to: '/admin/account' },
  { name: 'admin-account-secret', to: '/admin/account', open: openSecret },
  { name: 'admin-account-codes', to: '/admin/account', open: openCodes },
  { name: 'admin-not-found', to: '/admin/404' },
]
