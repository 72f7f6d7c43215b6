import { type Account, ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { createApiClient } from '../fixtures/api-client.ts'
import { expect, test } from '../fixtures/test.ts'
import { AccessPage, addAdministrator } from '../pages/access-page.ts'
import { findPasswordDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

const UTILITIES_PATH = '/super-admin/utilities'
const ACCESS_TAB_PATH = '/admin/utilities?tab=access'
const PASSWORD = 'lobby-lamp-4711'

const createAccount = (name: string): Account => ({
  area: 'admin',
  login: `${name}@access.test`,
  password: PASSWORD,
})

test('turning a switch closes or opens menu, page, button and call at once in an open page', async ({
  visit,
  portal,
  api,
  allowError,
}) => {
  allowError(/status of 403/)
  const benAccount = createAccount('ben')
  const superAdminClient = await api(SUPER_ADMIN)
  const grants = { gatepass: ['view', 'add', 'delete'], visitors: ['view'] } as const
  const id = await addAdministrator(superAdminClient, benAccount, grants, 'Ben Desk')
  const { ticketNumber } = await (await api(RESIDENT)).file('gatePass')
  const apiClient = await createApiClient(portal, benAccount)
  const ticketsPage = await visit({ on: 'desk', as: benAccount, to: '/admin/tickets', portal })
  const deleteButton = ticketsPage.getByRole('button', { name: `Delete ${ticketNumber}` })
  const menuLink = ticketsPage
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Gate Pass' })
  const addButton = ticketsPage.getByRole('button', { name: 'Add gate pass' })
  await expect(menuLink).toBeVisible()
  await expect(addButton).toBeVisible()
  await expect(deleteButton).toBeVisible()
  await expect(ticketsPage.getByText('Live', { exact: true })).toBeVisible()

  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: `${UTILITIES_PATH}?access=${id}` })
  const accessPage = new AccessPage(page)
  await accessPage.findSwitch('Gate Pass', 'Add').uncheck()
  await expect(accessPage.dialog.getByText('1 switch changed')).toBeVisible()
  await accessPage.findSwitch('Gate Pass', 'Delete').uncheck()
  await accessPage.saveRoles()
  await expect(addButton).toBeHidden()
  await expect(ticketsPage.getByText(ticketNumber)).toBeVisible()
  await expect(deleteButton).toBeHidden()
  expect((await apiClient.call('POST', '/ticket', {})).status).toBe(403)
  await expect(menuLink).toBeVisible()

  await accessPage.openAccessDialog(benAccount.login)
  await accessPage.findSwitch('Gate Pass', 'View').uncheck()
  await accessPage.findSwitch('Gate Pass', 'In the menu').uncheck()
  await accessPage.saveRoles()
  await expect(menuLink).toBeHidden()
  await expect(ticketsPage.getByRole('heading', { name: 'Gate Pass' })).toBeHidden()
  await expect(ticketsPage.getByRole('heading', { name: 'Your access changed' })).toBeVisible()
  expect((await apiClient.call('GET', '/tickets')).status).toBe(403)
  expect((await apiClient.call('GET', '/visitors')).status).toBe(200)
  // A page without permission keeps its URL. The test advances the clock, because an unknown URL redirects to
  // /404 only after a while.
  await ticketsPage.clock.install()
  await ticketsPage.clock.fastForward(5000)
  await expect(ticketsPage).toHaveURL(/\/admin\/tickets$/)

  await accessPage.openAccessDialog(benAccount.login)
  await accessPage.findSwitch('Gate Pass', 'View').check()
  await expect(accessPage.findSwitch('Gate Pass', 'In the menu')).toBeChecked()
  await accessPage.saveRoles()
  await expect(menuLink).toBeVisible()
  await expect(ticketsPage.getByRole('heading', { name: 'Gate Pass' })).toBeVisible()
})

test('an administrator who may only list administrators can open neither their data nor their access', async ({
  visit,
  api,
}) => {
  const superAdminClient = await api(SUPER_ADMIN)
  const readerAccount = createAccount('reader')
  const id = await addAdministrator(
    superAdminClient,
    readerAccount,
    { utilities: ['userAccessDefinition'] },
    'List Reader',
  )
  const page = await visit({ on: 'desk', as: readerAccount, to: `${ACCESS_TAB_PATH}&access=${id}` })
  const accessPage = new AccessPage(page)
  await expect(accessPage.findRow(readerAccount.login)).toBeVisible()
  await expect(accessPage.dialog).toBeHidden()
  await expect(accessPage.findRow(readerAccount.login).getByRole('button')).toHaveCount(0)
})

test('an open list shows at once what another administrator adds, renames and deletes', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: `${ACCESS_TAB_PATH}&search=live-list` })
  await expect(page.getByText('No administrators here')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const superAdminClient = await api(SUPER_ADMIN)
  const id = await addAdministrator(superAdminClient, createAccount('live-list'), undefined, 'Eve Desk')
  const row = new AccessPage(page).findRow(createAccount('live-list').login)
  await expect(row).toContainText('Eve Desk')
  await superAdminClient.call('PUT', `/user-admin/${id}`, { name: 'Eve of the Lobby' })
  await expect(row).toContainText('Eve of the Lobby')
  await superAdminClient.call('DELETE', `/user-admin/${id}`)
  await expect(row).toBeHidden()
})

test('a change of access asks for the password once, and keeps the chosen switches', async ({
  visit,
  portal,
  api,
  allowError,
}) => {
  allowError(/status of 40[03].*\/(user-admin|confirmation)/)
  const superAdminClient = await api(SUPER_ADMIN)
  const [finn, gina] = [createAccount('finn'), createAccount('gina')]
  await addAdministrator(superAdminClient, finn, 'all')
  await addAdministrator(superAdminClient, gina)
  const page = await visit({ on: 'desk', to: '/admin/utilities?tab=access', portal })
  await new LoginPage(page).logIn(finn)
  const accessPage = new AccessPage(page)
  await accessPage.openAccessDialog(gina.login)
  await accessPage.findSwitch('Gate Pass', 'View').check()
  await accessPage.dialog.getByRole('button', { name: 'Update Roles' }).click()
  const dialog = findPasswordDialog(page)
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(accessPage.findSwitch('Gate Pass', 'View')).toBeChecked()

  const updateButton = accessPage.dialog.getByRole('button', { name: 'Update Roles' })
  await expect(updateButton).not.toHaveAttribute('aria-busy', 'true')
  await updateButton.click()
  await dialog.getByLabel('Your password').fill('not-my-password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToast(page, 'Admin edited successfully.')).toBeVisible()
  expect((await (await createApiClient(portal, gina)).call('GET', '/tickets')).status).toBe(200)

  await accessPage.openAccessDialog(gina.login)
  await accessPage.findSwitch('Gate Pass', 'View').uncheck()
  await accessPage.saveRoles()
  await expect(dialog).toBeHidden()
})
