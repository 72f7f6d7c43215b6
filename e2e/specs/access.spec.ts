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
  const accessPage = new AccessPage(page)
  await page.getByRole('button', { name: 'Add admin' }).click()
  const form = page.getByRole('dialog', { name: 'Add admin' })
  await accessPage.fillForm(form, {
    name: 'Ana Desk',
    firstName: 'Ana',
    lastName: 'Desk',
    email: ADMIN.login,
  })
  await accessPage.fillForm(form, { password: PASSWORD, password_confirmation: 'another-one-1' })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(form.getByText('The two passwords that you entered do not match!')).toBeVisible()
  await accessPage.fillForm(form, { password_confirmation: PASSWORD })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(form.locator('.help.err')).toHaveText('Email Already Taken')
  const anaAccount = createAccount('ana')
  await accessPage.fillForm(form, { email: anaAccount.login })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, 'Admin added successfully.')).toBeVisible()

  const apiClient = await createApiClient(portal, anaAccount)
  expect((await apiClient.call('GET', '/tickets')).status).toBe(403)
  await accessPage.openAccessDialog(anaAccount.login)
  await accessPage.dialog.getByRole('button', { name: 'Guard' }).click()
  await expect(accessPage.findSwitch('Gate Pass', 'View')).toBeChecked()
  await expect(accessPage.findSwitch('Gate Pass', 'Approve')).not.toBeChecked()
  await accessPage.findSwitch('Gate Pass', 'Add').check()
  await accessPage.saveRoles()
  expect((await apiClient.call('GET', '/tickets')).status).toBe(200)
  expect((await apiClient.call('GET', '/requests')).status).toBe(403)

  const ticketsPage = await visit({ on: 'desk', as: anaAccount, to: '/admin/tickets', portal })
  const menuLink = ticketsPage
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Gate Pass' })
  await expect(ticketsPage.getByRole('button', { name: 'Add gate pass' })).toBeVisible()
  await expect(menuLink).toBeVisible()
  await expect(ticketsPage.getByText('Live', { exact: true })).toBeVisible()
  await accessPage.openAccessDialog(anaAccount.login)
  await accessPage.findSwitch('Gate Pass', 'Add').uncheck()
  await accessPage.saveRoles()
  await expect(ticketsPage.getByRole('button', { name: 'Add gate pass' })).toBeHidden()
  await accessPage.openAccessDialog(anaAccount.login)
  await accessPage.findSwitch('Gate Pass', 'View').uncheck()
  await accessPage.findSwitch('Gate Pass', 'In the menu').uncheck()
  await accessPage.saveRoles()
  await expect(menuLink).toBeHidden()
  await expect(ticketsPage.getByRole('heading', { name: 'Your access changed' })).toBeVisible()
  expect((await apiClient.call('GET', '/tickets')).status).toBe(403)

  await accessPage
    .findRow(anaAccount.login)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText('You cannot undo this.')).toBeVisible()
  await answerAlertDialog(page, 'Do you want to reject this item?', 'Delete')
  await expect(findToast(page, 'Admin deleted successfully.')).toBeVisible()
  await expect(accessPage.findRow(anaAccount.login)).toBeHidden()
  await expect(new LoginPage(ticketsPage).submit).toBeVisible()
  expect((await apiClient.call('GET', '/tickets')).status).toBe(401)
})
