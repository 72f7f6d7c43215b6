import { type Account, ADMIN, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { createApiClient } from '../fixtures/api-client.ts'
import { expect, test } from '../fixtures/test.ts'
import { AccessPage } from '../pages/access-page.ts'
import { answerAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

test.describe.configure({ mode: 'parallel' })

const PASSWORD = 'lobby-lamp-4711'

const createAccount = (name: string): Account => ({
  area: 'admin',
  login: `${name}@access.test`,
  password: PASSWORD,
})

test('an administrator is added, gets access, uses it, loses it in an open page, and is deleted with their session', async ({
  visit,
  portal,
  allowError,
}) => {
  allowError(/status of (400|401|403)/)
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/super-admin/utilities' })
  const access = new AccessPage(page)
  await page.getByRole('button', { name: 'Add admin' }).click()
  const form = page.getByRole('dialog', { name: 'Add admin' })
  await access.fillForm(form, { name: 'Ana Desk', firstName: 'Ana', lastName: 'Desk', email: ADMIN.login })
  await access.fillForm(form, { password: PASSWORD, password_confirmation: 'another-one-1' })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(form.getByText('The two passwords that you entered do not match!')).toBeVisible()
  await access.fillForm(form, { password_confirmation: PASSWORD })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(form.locator('.help.err')).toHaveText('Email Already Taken')
  const ana = createAccount('ana')
  await access.fillForm(form, { email: ana.login })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, 'Admin added successfully.')).toBeVisible()

  const calls = await createApiClient(portal, ana)
  expect((await calls.call('GET', '/tickets')).status).toBe(403)
  await access.openAccessDialog(ana.login)
  await access.dialog.getByRole('button', { name: 'Guard' }).click()
  await expect(access.findSwitch('Gate Pass', 'View')).toBeChecked()
  await expect(access.findSwitch('Gate Pass', 'Approve')).not.toBeChecked()
  await access.findSwitch('Gate Pass', 'Add').check()
  await access.saveRoles()
  expect((await calls.call('GET', '/tickets')).status).toBe(200)
  expect((await calls.call('GET', '/requests')).status).toBe(403)

  const ticketsPage = await visit({ on: 'desk', as: ana, to: '/admin/tickets', portal })
  const entry = ticketsPage
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Gate Pass' })
  await expect(ticketsPage.getByRole('button', { name: 'Add gate pass' })).toBeVisible()
  await expect(entry).toBeVisible()
  await expect(ticketsPage.getByText('Live', { exact: true })).toBeVisible()
  await access.openAccessDialog(ana.login)
  await access.findSwitch('Gate Pass', 'Add').uncheck()
  await access.saveRoles()
  await expect(ticketsPage.getByRole('button', { name: 'Add gate pass' })).toBeHidden()
  await access.openAccessDialog(ana.login)
  await access.findSwitch('Gate Pass', 'View').uncheck()
  await access.findSwitch('Gate Pass', 'In the menu').uncheck()
  await access.saveRoles()
  await expect(entry).toBeHidden()
  await expect(ticketsPage.getByRole('heading', { name: 'Your access changed' })).toBeVisible()
  expect((await calls.call('GET', '/tickets')).status).toBe(403)

  await access
    .findRow(ana.login)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('You cannot undo this.')).toBeVisible()
  await answerAlertDialog(page, 'Do you want to reject this item?', 'Delete')
  await expect(findToast(page, 'Admin deleted successfully.')).toBeVisible()
  await expect(access.findRow(ana.login)).toBeHidden()
  await expect(new LoginPage(ticketsPage).submit).toBeVisible()
  expect((await calls.call('GET', '/tickets')).status).toBe(401)
})
