import type { Page } from '@playwright/test'
import { type Account, ADMIN, GATE, RESIDENT, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { openCalls } from '../../fixtures/calls.ts'
import { type Portal, startPortal } from '../../fixtures/portal.ts'
import { expect, type Screen, test } from '../../fixtures/test.ts'
import { moveTo } from '../../pages/move-to.ts'
import { expectFocusAfterEscape, expectKeysOfDialog, press, waitForDialog } from '../../tour/dialog-keys.ts'
import { waitUntilSettled } from '../../tour/go-to-stop.ts'
import { compareStatements, openCodes, openVerdict, openWalkInQuestion } from '../../tour/open-panels.ts'
import { TICKET_PAGES } from '../../tour/ticket-pages.ts'

// A separate portal, because other journeys change the first records of the lists.
let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal()
})
// Runs after the pages are closed, because open pages would report errors when the portal stops.
test.afterAll(() => portal.stop())

type Open = (page: Page) => Promise<void>

interface Dialog {
  title: string | RegExp
  to: string
  open: readonly Open[]
  /** `heading`: the dialog of a record with steps and shortcuts focuses its heading, not its first field. */
  begins?: 'heading'
  isForm?: true
  /** Button that answers the confirmation before the dialog closes. */
  leave?: string
}

const openRow: Open = async (page) => {
  await page.locator('tbody :is(.record-number, .row-button)').first().focus()
  await page.keyboard.press('Enter')
}

/** Opens the first row with a picture. Its place depends on the hour of the day. */
const openRowWithPicture: Open = async (page) => {
  const picture = page.getByRole('button', { name: /^Open / })
  await page.getByRole('row').filter({ has: picture }).first().locator('.record-number').first().focus()
  await page.keyboard.press('Enter')
}

const createFormDialog = (to: string, button: string | RegExp, title: string | RegExp): Dialog => ({
  title,
  to,
  open: [press(button)],
  isForm: true,
})

const key = (name: string) => (page: Page) => page.keyboard.press(name)
const link = (name: RegExp): Open => press(name, 'link')
const PARAMETERS = '/admin/utilities?tab=system-parameters'

const tickTwo: Open = async (page) => {
  const boxes = page.getByRole('checkbox', { name: /^Select GP/ })
  for (const place of [1, 2]) {
    await boxes.nth(place).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 selected')).toBeVisible()
}

const OFFICE: readonly Dialog[] = [
  ...TICKET_PAGES.map(({ route }) => createFormDialog(`/admin${route}`, /^Add /, /^add /i)),
  { title: /GP-/, to: '/admin/tickets', open: [link(/^GP-/)], begins: 'heading', isForm: true },
  {
    title: 'Do you want to approve this item?',
    to: '/admin/tickets?status=1',
    open: [link(/^GP-/), press('Approve')],
    isForm: true,
  },
  {
    title: /./,
    to: '/admin/incident-reports?status=1',
    open: [openRowWithPicture, press(/^Open /)],
    begins: 'heading',
  },
  createFormDialog('/admin/tickets?status=1', /^Reject GP/, 'Do you want to reject this item?'),
  {
    title: 'Do you want to approve 2 gate passes?',
    to: '/admin/tickets?status=1',
    open: [tickTwo, key('a')],
    isForm: true,
  },
  {
    title: 'Do you want to reject 2 gate passes?',
    to: '/admin/tickets?status=1',
    open: [tickTwo, key('r')],
    isForm: true,
  },
  createFormDialog('/admin/tickets?status=1&type=4', 'Save view', 'Save view'),
  { title: 'Search', to: '/admin/tickets', open: [key('/')] },
  { title: 'Keys', to: '/admin/tickets', open: [key('?')], isForm: true },
  createFormDialog('/admin/gate-setup', 'Add gate', 'Add gate'),
  createFormDialog('/admin/gate-setup', 'Add name or plate', /^add/i),
  createFormDialog('/admin/gate-setup', 'Add device', /^add/i),
  createFormDialog('/admin/announcements', /^Delete /, /^Do you want to delete/),
  createFormDialog('/admin/payments', 'Add payment', 'Add payment'),
  { title: /PY-/, to: '/admin/payments', open: [link(/^PY-/)], begins: 'heading' },
  {
    title: /^Reverse PY-/,
    to: '/admin/payments?status=4',
    open: [link(/^PY-/), press('Reverse')],
    isForm: true,
  },
  { title: 'Payfile.csv', to: '/admin/payments', open: [press('Download CSV')] },
  createFormDialog('/admin/reminders', 'New reminders', 'New reminders'),
  { title: 'Import file', to: '/admin/bank', open: [press('Import file')] },
  {
    title: 'Add format',
    to: '/admin/bank',
    open: [press('Import file'), press('Add format')],
    isForm: true,
  },
  { title: 'Unmatched', to: '/admin/bank', open: [press('Unmatched')] },
  createFormDialog('/admin/receipts', 'Open series', 'Open a series'),
  { title: 'Account ledger', to: '/admin/settings', open: [openRow] },
  {
    title: 'Add charge or credit',
    to: '/admin/settings',
    open: [openRow, press('Add charge or credit')],
    isForm: true,
  },
  createFormDialog('/admin/announcements', 'Add announcement', 'Add announcement'),
  { title: 'Thread', to: '/admin/announcements', open: [press(/^Thread /)] },
  createFormDialog('/admin/amenities', 'Add amenity', 'Add amenity'),
  { title: 'Edit amenity', to: '/admin/amenities', open: [press(/^Edit /)], isForm: true },
  createFormDialog('/admin/memorandums', 'Add memorandum', 'Add memorandum'),
  createFormDialog('/admin/policies', 'Add header', 'Add header'),
  createFormDialog('/admin/policies', /^Add policy to/, 'Add policy'),
  createFormDialog('/admin/tenants', 'Add tenant', 'Add tenant'),
  { title: 'Edit tenant', to: '/admin/tenants', open: [link(/^[A-C]-/)], isForm: true },
  createFormDialog('/admin/utilities?tab=access', 'Add admin', 'Add admin'),
  { title: 'Manage Access', to: '/admin/utilities?tab=access&access=2', open: [] },
  createFormDialog(PARAMETERS, 'Add due time', 'By when is a ticket due?'),
  createFormDialog(PARAMETERS, 'Add holiday', 'When is the office closed?'),
  createFormDialog(PARAMETERS, 'Add those of a year', 'Add the holidays of which year?'),
  {
    title: 'Start over?',
    to: '/admin/utilities',
    open: [compareStatements, press('Start over')],
    isForm: true,
  },
  createFormDialog('/admin/account', 'Turn on', 'Turn on two-step login'),
  {
    title: 'Your recovery codes',
    to: '/admin/account',
    open: [openCodes],
    isForm: true,
    leave: 'I have kept them',
  },
  createFormDialog('/admin/account', 'Logout', 'Do you want to logout?'),
]

const SUPER: readonly Dialog[] = [
  createFormDialog('/super-admin/utilities', 'Add admin', 'Add admin'),
  createFormDialog('/super-admin/utilities?tab=bank-accounts', /^Add /, /^add /i),
  createFormDialog('/super-admin/utilities?tab=database', 'Reset Database', 'What a reset deletes'),
  { title: /:/, to: '/super-admin/audit-log', open: [openRow] },
]

const RESIDENTS: readonly Dialog[] = [
  ...TICKET_PAGES.map(({ route }) => createFormDialog(route, /^Add /, /^add /i)),
  { title: 'Gate Pass', to: '/tickets', open: [press(/^GP-/)], begins: 'heading' },
  createFormDialog('/services', 'Feedback', 'Feedback'),
  { title: 'Terms and Conditions', to: '/settings', open: [press('Read the terms')] },
  { title: 'Search', to: '/services', open: [press('Search')] },
  createFormDialog('/services', 'Logout', 'Do you want to logout?'),
  { title: 'Let in?', to: '/', open: [openWalkInQuestion] },
]

const GUARDS: readonly Dialog[] = [
  {
    title: 'Register a walk-in',
    to: '/admin/gate',
    open: [press(/^Walk-ins/, 'tab'), press('Register a walk-in')],
    isForm: true,
  },
  { title: /./, to: '/admin/gate', open: [openVerdict], begins: 'heading' },
]

interface Walk {
  as: Account
  on: Screen
  dialogs: readonly Dialog[]
}

const WALKS: Readonly<Record<string, Walk>> = {
  'the office': { as: ADMIN, on: 'desk', dialogs: OFFICE },
  'the super-administrator': { as: SUPER_ADMIN, on: 'desk', dialogs: SUPER },
  residents: { as: RESIDENT, on: 'desk', dialogs: RESIDENTS },
  guards: { as: GATE, on: 'desk', dialogs: GUARDS },
}

for (const [whose, { as, on, dialogs }] of Object.entries(WALKS))
  test(`every dialog of ${whose} begins in its first field, is submitted by keys and returns the focus`, async ({
    visit,
  }) => {
    // Creates a gate, because in one of its dialogs the office adds a device to a gate.
    const office = await openCalls(portal.url, ADMIN)
    await office.call('POST', '/gate', { name: `Gate of ${whose}`, direction: 'both' })
    const page = await visit({ on, as, portal: portal.url })
    for (const { title, to, open, begins = 'field', isForm, leave } of dialogs)
      await test.step(`${title} on ${to}`, async () => {
        await moveTo(page, to)
        await waitUntilSettled(page)
        for (const go of open) await go(page)
        await waitForDialog(page)
        const named = page
          .getByRole('dialog', { name: title })
          .or(page.getByRole('alertdialog', { name: title }))
        await expect(page.locator('dialog[open]').last().and(named)).toBeVisible()
        const { submit } = await expectKeysOfDialog(page, begins)
        if (isForm) expect(submit, 'a button that submits').toBeDefined()
        await expectFocusAfterEscape(page, leave)
      })
  })
