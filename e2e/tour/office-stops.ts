import { expect } from '@playwright/test'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import {
  compareStatements,
  disconnectServer,
  waitForEditor,
  moveLedgerEntry,
  openRecoveryCodes,
  openFirstRecord,
  openMenu,
  openPayment,
  openRecord,
  createSearchOpener,
  openTotpSecret,
  openThread,
  openVerdict,
  openWalkInForm,
  createButtonClick,
  submitEmptyForm,
  waitForSwitches,
} from './open-panels.ts'
import type { TourStop } from './stop.ts'
import { TICKET_PAGES } from './ticket-pages.ts'

const OFFICE_RECORDS = RECORD_KINDS.filter(({ office }) => office).map(({ path }) => path.many)

export const OFFICE_STOPS: readonly TourStop[] = [
  { name: 'admin-desk', to: '/admin/desk', template: 'my work', isRepresentative: true, table: true },
  { name: 'admin-services', to: '/admin/services', template: 'office list', table: true },
  {
    name: 'admin-menu',
    to: '/admin/account',
    template: 'office menu',
    isRepresentative: true,
    preparePage: openMenu,
  },
  { name: 'admin-services-add', to: '/admin/services?modal=true', template: 'office form' },
  {
    name: 'admin-notifications',
    to: '/admin/services',
    template: 'notifications',
    preparePage: createButtonClick(/^Notifications/),
  },
  ...TICKET_PAGES.flatMap(({ slug, route }): TourStop[] => [
    {
      name: `admin-${slug}`,
      to: `/admin${route}`,
      template: 'office list',
      isRepresentative: slug === 'tickets',
      table: true,
    },
    {
      name: `admin-${slug}-record`,
      to: `/admin${route}`,
      template: 'office ticket',
      isRepresentative: slug === 'tickets',
      preparePage: openFirstRecord,
    },
  ]),
  {
    name: 'admin-amenity-calendar',
    to: '/admin/amenity-calendar',
    template: 'office calendar',
    isRepresentative: true,
  },
  { name: 'admin-waiting-list', to: '/admin/waiting-list', template: 'empty list' },
  {
    name: 'admin-amenity-calendar-week',
    to: '/admin/amenity-calendar?view=week',
    template: 'office calendar',
  },
  { name: 'admin-tickets-add', to: '/admin/tickets?modal=true', template: 'office form' },
  { name: 'admin-reservations-add', to: '/admin/reservations?modal=true', template: 'office form' },
  {
    name: 'admin-tickets-add-empty',
    to: '/admin/tickets?modal=true',
    template: 'office form',
    isRepresentative: true,
    preparePage: submitEmptyForm,
  },
  {
    name: 'admin-tickets-status',
    to: '/admin/tickets?status=1',
    template: 'choice',
    isRepresentative: true,
    preparePage: async (page, screen) => {
      await openFirstRecord(page, screen)
      await page.getByRole('combobox', { name: 'Status' }).click()
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'admin-tickets-notes',
    to: '/admin/tickets',
    template: 'office ticket',
    preparePage: async (page, screen) => {
      await openFirstRecord(page, screen)
      await page.getByRole('tab', { name: 'Internal notes' }).click()
      await expect(page.getByText('Only the office reads these')).toBeVisible()
    },
  },
  {
    name: 'admin-tickets-date',
    to: '/admin/tickets?modal=true',
    template: 'calendar',
    isRepresentative: true,
    preparePage: async (page, screen) => {
      if (screen === 'phone') return
      await page.getByRole('textbox', { name: 'Date of Use' }).click()
      await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
    },
  },
  {
    name: 'admin-tickets-selection',
    to: '/admin/tickets',
    template: 'office list',
    preparePage: async (page) => {
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
    template: 'empty list',
    isRepresentative: true,
    preparePage: async (page) => {
      await page.getByRole('searchbox').fill('no-such-thing')
      await page.getByRole('searchbox').press('Enter')
      await expect(page.getByText('No gate passes here')).toBeVisible()
    },
  },
  { name: 'admin-gate-setup', to: '/admin/gate-setup', template: 'section' },
  {
    name: 'admin-gate-setup-add',
    to: '/admin/gate-setup',
    template: 'small form',
    preparePage: createButtonClick('Add gate'),
  },
  {
    name: 'admin-gate-setup-name',
    to: '/admin/gate-setup',
    template: 'small form',
    preparePage: createButtonClick('Add name or plate'),
  },
  { name: 'admin-gate-log', to: '/admin/gate-log', template: 'section', isRepresentative: true },
  {
    name: 'admin-dashboard',
    to: '/admin',
    template: 'dashboard',
    isRepresentative: true,
    preparePage: async (page) => {
      await expect(page.locator('.chartcard canvas')).toHaveCount(4)
    },
  },
  {
    name: 'admin-dashboard-table',
    to: '/admin',
    template: 'dashboard',
    preparePage: async (page) => {
      await page.getByRole('button', { name: 'Show as table' }).first().click()
      await expect(page.getByRole('button', { name: 'Show as chart' })).toBeVisible()
    },
  },
  {
    name: 'admin-billings',
    to: '/admin/settings',
    template: 'office statements',
    isRepresentative: true,
    table: true,
  },
  {
    name: 'admin-billings-ledger',
    to: '/admin/settings',
    template: 'office ledger',
    isRepresentative: true,
    preparePage: openRecord,
  },
  {
    name: 'admin-billings-charge-empty',
    to: '/admin/settings',
    template: 'small form',
    isRepresentative: true,
    preparePage: async (page, screen) => {
      await openRecord(page, screen)
      await page.getByRole('button', { name: 'Add charge or credit' }).click()
      await page
        .getByRole('dialog', { name: 'Add charge or credit' })
        .getByRole('button', { name: 'Submit', exact: true })
        .click()
      await expect(page.getByText('Please choose charge or credit!')).toBeVisible()
    },
  },
  { name: 'admin-ageing', to: '/admin/ageing', template: 'report', isRepresentative: true, table: true },
  {
    name: 'admin-collections',
    // By default it shows the present month, which has no payments on its first days.
    to: `/admin/collections?from=${new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, 10)}`,
    template: 'report',
    table: true,
  },
  { name: 'admin-statement-check', to: '/admin/statement-check', template: 'report' },
  { name: 'admin-reminders', to: '/admin/reminders', template: 'section' },
  {
    name: 'admin-reminders-new',
    to: '/admin/reminders',
    template: 'small form',
    preparePage: createButtonClick('New reminders'),
  },
  { name: 'admin-bank', to: '/admin/bank', template: 'bank matching', isRepresentative: true },
  {
    name: 'admin-bank-import',
    to: '/admin/bank',
    template: 'small form',
    preparePage: createButtonClick('Import file'),
  },
  {
    name: 'admin-bank-unmatched',
    to: '/admin/bank',
    template: 'bank matching',
    preparePage: createButtonClick('Unmatched'),
  },
  {
    name: 'admin-payments-payfile',
    to: '/admin/payments',
    template: 'small form',
    preparePage: createButtonClick('Download CSV'),
  },
  {
    name: 'admin-receipts',
    to: '/admin/receipts',
    template: 'receipts',
    isRepresentative: true,
    table: true,
  },
  {
    name: 'admin-receipts-open',
    to: '/admin/receipts',
    template: 'small form',
    preparePage: createButtonClick('Open series'),
  },
  {
    name: 'admin-payments',
    to: '/admin/payments',
    template: 'payments',
    isRepresentative: true,
    table: true,
  },
  { name: 'admin-counter', to: '/admin/counter', template: 'counter', isRepresentative: true },
  {
    name: 'admin-payments-payment',
    to: '/admin/payments',
    template: 'payment',
    isRepresentative: true,
    preparePage: openPayment,
  },
  {
    name: 'admin-payments-add-empty',
    to: '/admin/payments?modal=true',
    template: 'office form',
    preparePage: submitEmptyForm,
  },
  { name: 'admin-certificates', to: '/admin/certificates', template: 'section' },
  {
    name: 'admin-announcements',
    to: '/admin/announcements',
    template: 'announcements',
    isRepresentative: true,
    table: true,
  },
  {
    name: 'admin-announcements-add',
    to: '/admin/announcements?modal=true',
    template: 'editor',
    isRepresentative: true,
    preparePage: waitForEditor,
  },
  {
    name: 'admin-announcements-thread',
    to: '/admin/announcements',
    template: 'post',
    preparePage: openThread,
  },
  ...OFFICE_RECORDS.flatMap((slug): TourStop[] => [
    {
      name: `admin-${slug}`,
      to: `/admin/${slug}`,
      template: 'office records',
      isRepresentative: slug === 'amenities',
      table: true,
    },
    { name: `admin-${slug}-record`, to: `/admin/${slug}`, template: 'record', preparePage: openRecord },
    {
      name: `admin-${slug}-add-empty`,
      to: `/admin/${slug}?modal=true`,
      template: 'office form',
      preparePage: submitEmptyForm,
    },
  ]),
  {
    name: 'admin-amenities-rules',
    to: '/admin/amenities',
    template: 'amenity rules',
    isRepresentative: true,
    preparePage: async (page, screen) => {
      await openRecord(page, screen)
      await page.getByRole('tab', { name: 'Booking rules' }).click()
      await expect(page.getByRole('group', { name: 'Opening hours' })).toBeVisible()
    },
  },
  { name: 'admin-policies', to: '/admin/policies', template: 'house rules' },
  {
    name: 'admin-policies-open',
    to: '/admin/policies',
    template: 'house rules',
    preparePage: async (page) => {
      await page.locator('button.unfold').first().click()
      await expect(page.locator('button.unfold').first()).toHaveAttribute('aria-expanded', 'true')
    },
  },
  { name: 'admin-privacy-requests', to: '/admin/privacy-requests', template: 'office list', table: true },
  {
    name: 'admin-privacy-requests-record',
    to: '/admin/privacy-requests',
    template: 'office form',
    preparePage: openRecord,
  },
  {
    name: 'admin-privacy-requests-add',
    to: '/admin/privacy-requests?modal=true',
    template: 'office form',
    preparePage: submitEmptyForm,
  },
  { name: 'admin-feedbacks', to: '/admin/feedbacks', template: 'office list', table: true },
  { name: 'admin-tenants', to: '/admin/tenants', template: 'tenants', isRepresentative: true, table: true },
  {
    name: 'admin-tenants-record',
    to: '/admin/tenants',
    template: 'record',
    isRepresentative: true,
    preparePage: openRecord,
  },
  {
    name: 'admin-tenants-add-empty',
    to: '/admin/tenants?modal=true',
    template: 'office form',
    preparePage: submitEmptyForm,
  },
  { name: 'admin-utilities', to: '/admin/utilities', template: 'import', table: true },
  {
    name: 'admin-utilities-access',
    to: '/admin/utilities?tab=access',
    template: 'administrators',
    isRepresentative: true,
    table: true,
  },
  {
    name: 'admin-utilities-access-manage',
    to: '/admin/utilities?tab=access&access=2',
    template: 'access',
    isRepresentative: true,
    preparePage: waitForSwitches,
  },
  {
    name: 'admin-utilities-ready',
    to: '/admin/utilities',
    template: 'import',
    isRepresentative: true,
    preparePage: compareStatements,
  },
  {
    name: 'admin-utilities-entries',
    to: '/admin/utilities',
    template: 'import',
    preparePage: moveLedgerEntry,
  },
  {
    name: 'admin-utilities-parameters',
    to: '/admin/utilities?tab=system-parameters',
    template: 'office settings',
    isRepresentative: true,
  },
  { name: 'admin-gate', to: '/admin/gate', template: 'gate', isRepresentative: true },
  {
    name: 'admin-gate-verdict',
    to: '/admin/gate',
    template: 'verdict',
    isRepresentative: true,
    preparePage: openVerdict,
  },
  { name: 'admin-gate-walk-in', to: '/admin/gate', template: 'small form', preparePage: openWalkInForm },
  // Must be the last stop at the gate, because the page has no connection afterwards.
  { name: 'admin-gate-offline', to: '/admin/gate', template: 'gate', preparePage: disconnectServer },
  {
    name: 'admin-logged-in-logs',
    to: '/admin/logged-in-logs',
    template: 'sessions',
    isRepresentative: true,
    table: true,
  },
  { name: 'admin-deliveries', to: '/admin/deliveries', template: 'section' },
  { name: 'admin-search', to: '/admin/services', template: 'search', preparePage: createSearchOpener('A-1') },
  { name: 'admin-account', to: '/admin/account', template: 'account', isRepresentative: true },
  { name: 'admin-account-secret', to: '/admin/account', template: 'account', preparePage: openTotpSecret },
  { name: 'admin-account-codes', to: '/admin/account', template: 'account', preparePage: openRecoveryCodes },
  { name: 'admin-not-found', to: '/admin/404', template: 'not found' },
]
