import type { Locator, Page } from '@playwright/test'
import { ADMIN, RESIDENT, SUPER_ADMIN, type Account } from '../fixtures/accounts.ts'
import { type Portal, startPortal } from '../fixtures/portal.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { holdCalls } from '../pages/hold-calls.ts'

// A separate portal, because the tests change settings of all accounts.
let ownPortal: Portal

test.beforeAll(async () => {
  ownPortal = await startPortal()
})
test.afterAll(() => ownPortal.stop())

const CLOSE_QUESTION = 'Close without saving?'

interface SettingsPage {
  as: Account
  from: string
  link: string
  to: RegExp
  tab?: string
  label: string
  typedValue: string
}

const UTILITIES = { as: SUPER_ADMIN, from: '/super-admin', link: 'Utilities', to: /super-admin\/utilities/ }
const PARAMETERS = { as: ADMIN, from: '/admin/tenants', link: 'Utilities', to: /admin\/utilities/ }
const ACCOUNT = { as: RESIDENT, from: '/policies', link: 'Profile Settings', to: /\/settings$/ }

const PAGES: readonly (readonly [string, SettingsPage])[] = [
  [
    'website settings',
    {
      as: SUPER_ADMIN,
      from: '/super-admin/terms-and-conditions',
      link: 'Website Settings',
      to: /\/super-admin$/,
      label: 'Website name',
      typedValue: 'Bahay Amihan',
    },
  ],
  ['mobile settings', { ...UTILITIES, tab: 'Mobile Settings', label: 'App Title', typedValue: 'Amihan' }],
  [
    'services',
    {
      ...PARAMETERS,
      tab: 'System Parameter Settings',
      label: 'Minimum amount of Commendations',
      typedValue: '4321',
    },
  ],
  [
    'office hours',
    { ...PARAMETERS, tab: 'System Parameter Settings', label: 'Monday opens', typedValue: '07:15' },
  ],
  [
    'gate settings',
    {
      as: ADMIN,
      from: '/admin/gate-log',
      link: 'Gates and devices',
      to: /gate-setup$/,
      label: 'How to get in',
      typedValue: 'Use gate 3.',
    },
  ],
  ['news', { ...ACCOUNT, label: 'Quiet hours until', typedValue: '05:45' }],
  ['profile', { ...ACCOUNT, label: 'Social Media Account', typedValue: '@ana.reyes' }],
  [
    'counter',
    {
      as: ADMIN,
      from: '/admin/payments',
      link: 'Counter',
      to: /admin\/counter$/,
      label: 'Paid Amount',
      typedValue: '432.50',
    },
  ],
]

const findField = (page: Page, { label }: SettingsPage): Locator =>
  page.getByLabel(new RegExp(`^${label}\\*?$`))

async function openPage(page: Page, { link, to, tab }: SettingsPage): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).first().click()
  await expect(page).toHaveURL(to)
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
}

test.describe('typed settings are not lost', () => {
  for (const [name, settings] of PAGES)
    test(name, async ({ visit }) => {
      const page = await visit({ on: 'desk', as: settings.as, to: settings.from, portal: ownPortal.url })
      const field = findField(page, settings)
      const otherPageLink = page.locator('nav a[href]:not([aria-current])').first()
      await openPage(page, settings)
      await expect(field).toBeVisible()
      const valueBefore = await field.inputValue()
      await field.fill(settings.typedValue)

      await otherPageLink.click()
      await expect(findAlertDialog(page, CLOSE_QUESTION)).toContainText('What you typed will be lost.')
      await answerAlertDialog(page, CLOSE_QUESTION, 'Keep editing')
      await page.evaluate(() => history.back())
      await answerAlertDialog(page, CLOSE_QUESTION, 'Keep editing')
      await expect(field).toHaveValue(settings.typedValue)
      if (settings.tab === undefined) await expect(page).toHaveURL(settings.to)

      const leaveDialogPromise = page.waitForEvent('dialog')
      const reloadPromise = page.reload()
      const leaveDialog = await leaveDialogPromise
      expect(leaveDialog.type()).toBe('beforeunload')
      await leaveDialog.accept()
      await reloadPromise
      await expect(page.getByText('What you typed is kept. It is not sent yet.')).toBeVisible()
      await expect(field).toHaveValue(settings.typedValue)

      await otherPageLink.click()
      await answerAlertDialog(page, CLOSE_QUESTION, 'Close')
      await expect(field).toBeHidden()
      await page.goBack()
      await expect(field).toHaveValue(valueBefore)
      await expect(page.getByText('What you typed is kept.')).toBeHidden()
    })
})

test('a key of the mobile app is not stored in the browser', async ({ visit }) => {
  const page = await visit({
    on: 'desk',
    as: SUPER_ADMIN,
    to: '/super-admin/utilities?tab=mobile-settings',
    portal: ownPortal.url,
  })
  const title = page.getByLabel('App Title')
  await title.fill('Amihan')
  await page.getByLabel('App Connection String').fill('server=secret')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(title).toHaveValue('Amihan')
  await expect(page.getByLabel('App Connection String')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('server=secret')
})

const findSecondsField = (page: Page) => page.getByLabel('Walk-ins: seconds in which the unit answers')
const findInstructionsField = (page: Page) => page.getByLabel('How to get in')
const clickButton = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('of two colleagues with the settings of the gate open neither undoes the other’s change', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 409/)
  const visitOptions = { on: 'desk', as: ADMIN, to: '/admin/gate-setup', portal: ownPortal.url } as const
  const [first, second] = [await visit(visitOptions), await visit(visitOptions)]
  await findInstructionsField(second).fill('Use gate 3.')
  await findSecondsField(first).fill('700')
  await clickButton(first, 'Save settings')
  await expect(first.getByText('Please input 15 to 600 seconds.')).toBeVisible()
  await expect(findSecondsField(first)).toBeFocused()
  await findSecondsField(first).fill('90')
  await clickButton(first, 'Save settings')
  await expect(findToast(first, 'Settings of the gate saved')).toBeVisible()
  await clickButton(second, 'Save settings')
  await expect(second.getByRole('alert')).toContainText('You changed it. Nothing of yours was saved.')
  await expect(findSecondsField(second)).toHaveValue('90')
  await expect(findInstructionsField(second)).toHaveValue('Use gate 3.')
  await clickButton(second, 'Save settings')
  await expect(findToast(second, 'Settings of the gate saved')).toBeVisible()
  await first.reload()
  await expect(findSecondsField(first)).toHaveValue('90')
  await expect(findInstructionsField(first)).toHaveValue('Use gate 3.')
})

test('settings can be saved again at once: the button waits for the version of the first save', async ({
  visit,
}) => {
  const pagePath = '/admin/utilities?tab=system-parameters'
  const page = await visit({ on: 'desk', as: ADMIN, to: pagePath, portal: ownPortal.url })
  const saveButton = page.getByRole('button', { name: 'Save office hours' })
  await page.getByLabel('Friday opens').fill('10:30')
  const releaseCalls = await holdCalls(page, '**/api/office-hours')
  await saveButton.click()
  await expect(findToast(page, 'Office hours saved')).toBeVisible()
  await page.getByLabel('Friday opens').fill('09:30')
  await expect(saveButton).toHaveAttribute('aria-busy', 'true')
  releaseCalls()
  await saveButton.click()
  await expect(saveButton).toBeDisabled()
  await page.reload()
  await expect(page.getByLabel('Friday opens')).toHaveValue('09:30')
})

test('office hours that both changed are chosen by the second', async ({ visit, allowError }) => {
  allowError(/status of 409/)
  const pagePath = '/admin/utilities?tab=system-parameters'
  const visitOptions = { on: 'desk', as: ADMIN, to: pagePath, portal: ownPortal.url } as const
  const [first, second] = [await visit(visitOptions), await visit(visitOptions)]
  await second.getByLabel('Monday opens').fill('10:00')
  await second.getByLabel('Tuesday opens').fill('10:00')
  await first.getByLabel('Monday opens').fill('09:00')
  await clickButton(first, 'Save office hours')
  await expect(findToast(first, 'Office hours saved')).toBeVisible()
  await clickButton(second, 'Save office hours')
  await second.getByRole('button', { name: 'Take theirs: Monday' }).click()
  await expect(second.getByLabel('Monday opens')).toHaveValue('09:00')
  await clickButton(second, 'Save office hours')
  await expect(findToast(second, 'Office hours saved')).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Monday opens')).toHaveValue('09:00')
  await expect(first.getByLabel('Tuesday opens')).toHaveValue('10:00')
})

test('a new text of reminders is kept when the kind is changed, and over a reload', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/reminders', portal: ownPortal.url })
  await page.getByRole('button', { name: 'New reminders' }).click()
  const sheet = page.getByRole('dialog', { name: 'New reminders' })
  const text = sheet.getByLabel('Text')
  await text.fill('Please pay {amount}.')
  await sheet.getByText('Overdue', { exact: true }).click()
  await expect(text).toHaveValue('Please pay {amount}.')
  await page.reload()
  await expect(text).toHaveValue('Please pay {amount}.')
  await page.keyboard.press('Escape')
  await answerAlertDialog(page, CLOSE_QUESTION, 'Close')
  await page.getByRole('button', { name: 'New reminders' }).click()
  await expect(text).toHaveValue(/\{amount\} of your dues/)
})
