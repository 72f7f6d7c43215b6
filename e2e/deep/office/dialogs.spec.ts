import type { Page } from '@playwright/test'
import { type Account, ADMIN, GATE_ACCOUNT, RESIDENT, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { createApiClient } from '../../fixtures/api-client.ts'
import { type Portal, startPortal } from '../../fixtures/portal.ts'
import { expect, type Screen, test } from '../../fixtures/test.ts'
import { moveTo } from '../../pages/move-to.ts'
import {
  expectFocusAfterEscape,
  expectDialogKeyboard,
  createKeyboardPress,
  waitForDialog,
} from '../../tour/dialog-keys.ts'
import { waitUntilPageLoaded } from '../../tour/go-to-stop.ts'
import {
  compareStatements,
  openRecoveryCodes,
  openVerdict,
  openWalkInDialog,
} from '../../tour/open-panels.ts'
import { TICKET_PAGES } from '../../tour/ticket-pages.ts'

// A separate portal, because other tests change the first records of the lists.
let portal: Portal
test.beforeAll(async () => {
  portal = await startPortal()
})
// Runs after the pages are closed, because open pages would report errors when the portal stops.
test.afterAll(() => portal.stop())

type OpenStep = (page: Page) => Promise<void>

interface DialogCase {
  title: string | RegExp
  to: string
  openSteps: readonly OpenStep[]
  /**
   * Element that has the focus after opening. The dialog of a record with steps and shortcuts focuses its
   * heading; all others focus their first field.
   */
  begins?: 'heading'
  isForm?: true
  leaveButtonName?: string
}

const openRow: OpenStep = async (page) => {
  await page.locator('tbody :is(.record-number, .row-button)').first().focus()
  await page.keyboard.press('Enter')
}

/** Opens the first row that has a picture. Its position in the list depends on the hour of the day. */
const openRowWithPicture: OpenStep = async (page) => {
  const pictureButton = page.getByRole('button', { name: /^Open / })
  await page.getByRole('row').filter({ has: pictureButton }).first().locator('.record-number').first().focus()
  await page.keyboard.press('Enter')
}

const createFormDialogCase = (to: string, button: string | RegExp, title: string | RegExp): DialogCase => ({
  title,
  to,
  openSteps: [createKeyboardPress(button)],
  isForm: true,
})

const createKeyPress = (name: string) => (page: Page) => page.keyboard.press(name)
const createLinkClick = (name: RegExp): OpenStep => createKeyboardPress(name, 'link')
const PARAMETERS_PATH = '/admin/utilities?tab=system-parameters'

const tickTwoRows: OpenStep = async (page) => {
  const rowCheckboxes = page.getByRole('checkbox', { name: /^Select GP/ })
  for (const rowIndex of [1, 2]) {
    await rowCheckboxes.nth(rowIndex).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 selected')).toBeVisible()
}

const OFFICE_DIALOGS: readonly DialogCase[] = [
  ...TICKET_PAGES.map(({ route }) => createFormDialogCase(`/admin${route}`, /^Add /, /^add /i)),
  {
    title: /GP-/,
    to: '/admin/tickets',
    openSteps: [createLinkClick(/^GP-/)],
    begins: 'heading',
    isForm: true,
  },
  {
    title: 'Do you want to approve this item?',
    to: '/admin/tickets?status=1',
    openSteps: [createLinkClick(/^GP-/), createKeyboardPress('Approve')],
    isForm: true,
  },
  {
    title: /./,
    to: '/admin/incident-reports?status=1',
    openSteps: [openRowWithPicture, createKeyboardPress(/^Open /)],
    begins: 'heading',
  },
  createFormDialogCase('/admin/tickets?status=1', /^Reject GP/, 'Do you want to reject this item?'),
  {
    title: 'Do you want to approve 2 gate passes?',
    to: '/admin/tickets?status=1',
    openSteps: [tickTwoRows, createKeyPress('a')],
    isForm: true,
  },
  {
    title: 'Do you want to reject 2 gate passes?',
    to: '/admin/tickets?status=1',
    openSteps: [tickTwoRows, createKeyPress('r')],
    isForm: true,
  },
  createFormDialogCase('/admin/tickets?status=1&type=4', 'Save view', 'Save view'),
  { title: 'Search', to: '/admin/tickets', openSteps: [createKeyPress('/')] },
  { title: 'Keys', to: '/admin/tickets', openSteps: [createKeyPress('?')], isForm: true },
  createFormDialogCase('/admin/gate-setup', 'Add gate', 'Add gate'),
  createFormDialogCase('/admin/gate-setup', 'Add name or plate', /^add/i),
  createFormDialogCase('/admin/gate-setup', 'Add device', /^add/i),
  createFormDialogCase('/admin/announcements', /^Delete /, /^Do you want to delete/),
  createFormDialogCase('/admin/payments', 'Add payment', 'Add payment'),
  { title: /PY-/, to: '/admin/payments', openSteps: [createLinkClick(/^PY-/)], begins: 'heading' },
  {
    title: /^Reverse PY-/,
    to: '/admin/payments?status=4',
    openSteps: [createLinkClick(/^PY-/), createKeyboardPress('Reverse')],
    isForm: true,
  },
  { title: 'Payfile.csv', to: '/admin/payments', openSteps: [createKeyboardPress('Download CSV')] },
  createFormDialogCase('/admin/reminders', 'New reminders', 'New reminders'),
  { title: 'Import file', to: '/admin/bank', openSteps: [createKeyboardPress('Import file')] },
  {
    title: 'Add format',
    to: '/admin/bank',
    openSteps: [createKeyboardPress('Import file'), createKeyboardPress('Add format')],
    isForm: true,
  },
  { title: 'Unmatched', to: '/admin/bank', openSteps: [createKeyboardPress('Unmatched')] },
  createFormDialogCase('/admin/receipts', 'Open series', 'Open a series'),
  { title: 'Account ledger', to: '/admin/settings', openSteps: [openRow] },
  {
    title: 'Add charge or credit',
    to: '/admin/settings',
    openSteps: [openRow, createKeyboardPress('Add charge or credit')],
    isForm: true,
  },
  createFormDialogCase('/admin/announcements', 'Add announcement', 'Add announcement'),
  { title: 'Thread', to: '/admin/announcements', openSteps: [createKeyboardPress(/^Thread /)] },
  createFormDialogCase('/admin/amenities', 'Add amenity', 'Add amenity'),
  { title: 'Edit amenity', to: '/admin/amenities', openSteps: [createKeyboardPress(/^Edit /)], isForm: true },
  createFormDialogCase('/admin/memorandums', 'Add memorandum', 'Add memorandum'),
  createFormDialogCase('/admin/policies', 'Add header', 'Add header'),
  createFormDialogCase('/admin/policies', /^Add policy to/, 'Add policy'),
  createFormDialogCase('/admin/tenants', 'Add tenant', 'Add tenant'),
  { title: 'Edit tenant', to: '/admin/tenants', openSteps: [createLinkClick(/^[A-C]-/)], isForm: true },
  createFormDialogCase('/admin/utilities?tab=access', 'Add admin', 'Add admin'),
  { title: 'Manage Access', to: '/admin/utilities?tab=access&access=2', openSteps: [] },
  createFormDialogCase(PARAMETERS_PATH, 'Add due time', 'By when is a ticket due?'),
  createFormDialogCase(PARAMETERS_PATH, 'Add holiday', 'When is the office closed?'),
  createFormDialogCase(PARAMETERS_PATH, 'Add those of a year', 'Add the holidays of which year?'),
  {
    title: 'Start over?',
    to: '/admin/utilities',
    openSteps: [compareStatements, createKeyboardPress('Start over')],
    isForm: true,
  },
  createFormDialogCase('/admin/account', 'Turn on', 'Turn on two-step login'),
  {
    title: 'Your recovery codes',
    to: '/admin/account',
    openSteps: [openRecoveryCodes],
    isForm: true,
    leaveButtonName: 'I have kept them',
  },
  createFormDialogCase('/admin/account', 'Logout', 'Do you want to logout?'),
]

const SUPER_ADMIN_DIALOGS: readonly DialogCase[] = [
  createFormDialogCase('/super-admin/utilities', 'Add admin', 'Add admin'),
  createFormDialogCase('/super-admin/utilities?tab=bank-accounts', /^Add /, /^add /i),
  createFormDialogCase('/super-admin/utilities?tab=database', 'Reset Database', 'What a reset deletes'),
  { title: /:/, to: '/super-admin/audit-log', openSteps: [openRow] },
]

const RESIDENT_DIALOGS: readonly DialogCase[] = [
  ...TICKET_PAGES.map(({ route }) => createFormDialogCase(route, /^Add /, /^add /i)),
  { title: 'Gate Pass', to: '/tickets', openSteps: [createKeyboardPress(/^GP-/)], begins: 'heading' },
  createFormDialogCase('/services', 'Feedback', 'Feedback'),
  { title: 'Terms and Conditions', to: '/settings', openSteps: [createKeyboardPress('Read the terms')] },
  { title: 'Search', to: '/services', openSteps: [createKeyboardPress('Search')] },
  createFormDialogCase('/services', 'Logout', 'Do you want to logout?'),
  { title: 'Let in?', to: '/', openSteps: [openWalkInDialog] },
]

const GUARD_DIALOGS: readonly DialogCase[] = [
  {
    title: 'Register a walk-in',
    to: '/admin/gate',
    openSteps: [createKeyboardPress(/^Walk-ins/, 'tab'), createKeyboardPress('Register a walk-in')],
    isForm: true,
  },
  { title: /./, to: '/admin/gate', openSteps: [openVerdict], begins: 'heading' },
]

interface RoleDialogs {
  as: Account
  on: Screen
  dialogs: readonly DialogCase[]
}

const DIALOGS_BY_ROLE: Readonly<Record<string, RoleDialogs>> = {
  'the office': { as: ADMIN, on: 'desk', dialogs: OFFICE_DIALOGS },
  'the super-administrator': { as: SUPER_ADMIN, on: 'desk', dialogs: SUPER_ADMIN_DIALOGS },
  residents: { as: RESIDENT, on: 'desk', dialogs: RESIDENT_DIALOGS },
  guards: { as: GATE_ACCOUNT, on: 'desk', dialogs: GUARD_DIALOGS },
}

for (const [role, { as, on, dialogs }] of Object.entries(DIALOGS_BY_ROLE))
  test(`every dialog of ${role} begins in its first field, is submitted by keys and returns the focus`, async ({
    visit,
  }) => {
    const adminClient = await createApiClient(portal.url, ADMIN)
    await adminClient.call('POST', '/gate', { name: `Gate of ${role}`, direction: 'both' })
    const page = await visit({ on, as, portal: portal.url })
    for (const { title, to, openSteps, begins = 'field', isForm, leaveButtonName } of dialogs)
      await test.step(`${title} on ${to}`, async () => {
        await moveTo(page, to)
        await waitUntilPageLoaded(page)
        for (const openStep of openSteps) await openStep(page)
        await waitForDialog(page)
        const dialogWithTitle = page
          .getByRole('dialog', { name: title })
          .or(page.getByRole('alertdialog', { name: title }))
        await expect(page.locator('dialog[open]').last().and(dialogWithTitle)).toBeVisible()
        const { submit } = await expectDialogKeyboard(page, begins)
        if (isForm) expect(submit, 'a button that submits').toBeDefined()
        await expectFocusAfterEscape(page, leaveButtonName)
      })
  })
