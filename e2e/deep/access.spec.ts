import { type Account, ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { createApiClient } from '../fixtures/api-client.ts'
import { expect, test } from '../fixtures/test.ts'
import { AccessPage, addAdministrator } from '../pages/access-page.ts'
import { findPasswordDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

const UTILITIES = '/super-admin/utilities'
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
  const ben = createAccount('ben')
  const boss = await api(SUPER_ADMIN)
  const grants = { gatepass: ['view', 'add', 'delete'], visitors: ['view'] } as const
  const id = await addAdministrator(boss, ben, grants, 'Ben Desk')
  const { ticketNumber } = await (await api(RESIDENT)).file('gatePass')
  const calls = await createApiClient(portal, ben)
  const ticketsPage = await visit({ on: 'desk', as: ben, to: '/admin/tickets', portal })
  const remove = ticketsPage.getByRole('button', { name: `Delete ${ticketNumber}` })
  const entry = ticketsPage
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Gate Pass' })
  const add = ticketsPage.getByRole('button', { name: 'Add gate pass' })
  await expect(entry).toBeVisible()
  await expect(add).toBeVisible()
  await expect(remove).toBeVisible()
  await expect(ticketsPage.getByText('Live', { exact: true })).toBeVisible()

  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: `${UTILITIES}?access=${id}` })
  const access = new AccessPage(page)
  await access.findSwitch('Gate Pass', 'Add').uncheck()
  await expect(access.dialog.getByText('1 switch changed')).toBeVisible()
  await access.findSwitch('Gate Pass', 'Delete').uncheck()
  await access.saveRoles()
  await expect(add).toBeHidden()
  await expect(ticketsPage.getByText(ticketNumber)).toBeVisible()
  await expect(remove).toBeHidden()
  expect((await calls.call('POST', '/ticket', {})).status).toBe(403)
  await expect(entry).toBeVisible()

  await access.openAccessDialog(ben.login)
  await access.findSwitch('Gate Pass', 'View').uncheck()
  await access.findSwitch('Gate Pass', 'In the menu').uncheck()
  await access.saveRoles()
  await expect(entry).toBeHidden()
  await expect(ticketsPage.getByRole('heading', { name: 'Gate Pass' })).toBeHidden()
  await expect(ticketsPage.getByRole('heading', { name: 'Your access changed' })).toBeVisible()
  expect((await calls.call('GET', '/tickets')).status).toBe(403)
  expect((await calls.call('GET', '/visitors')).status).toBe(200)
  // A page without permission keeps its URL, whereas an unknown URL redirects to /404 after a while.
  await ticketsPage.clock.install()
  await ticketsPage.clock.fastForward(5000)
  await expect(ticketsPage).toHaveURL(/\/admin\/tickets$/)

  await access.openAccessDialog(ben.login)
  await access.findSwitch('Gate Pass', 'View').check()
  await expect(access.findSwitch('Gate Pass', 'In the menu')).toBeChecked()
  await access.saveRoles()
  await expect(entry).toBeVisible()
  await expect(ticketsPage.getByRole('heading', { name: 'Gate Pass' })).toBeVisible()
})

test('an administrator who may only list administrators can open neither their data nor their access', async ({
  visit,
  api,
}) => {
  const boss = await api(SUPER_ADMIN)
  const reader = createAccount('reader')
  const id = await addAdministrator(boss, reader, { utilities: ['userAccessDefinition'] }, 'List Reader')
  const page = await visit({ on: 'desk', as: reader, to: `${ACCESS_TAB_PATH}&access=${id}` })
  const access = new AccessPage(page)
  await expect(access.findRow(reader.login)).toBeVisible()
  await expect(access.dialog).toBeHidden()
  await expect(access.findRow(reader.login).getByRole('button')).toHaveCount(0)
})

test('an open list shows at once what another administrator adds, renames and deletes', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: `${ACCESS_TAB_PATH}&search=live-list` })
  await expect(page.getByText('No administrators here')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const boss = await api(SUPER_ADMIN)
  const id = await addAdministrator(boss, createAccount('live-list'), undefined, 'Eve Desk')
  const row = new AccessPage(page).findRow(createAccount('live-list').login)
  await expect(row).toContainText('Eve Desk')
  await boss.call('PUT', `/user-admin/${id}`, { name: 'Eve of the Lobby' })
  await expect(row).toContainText('Eve of the Lobby')
  await boss.call('DELETE', `/user-admin/${id}`)
  await expect(row).toBeHidden()
})

test('a change of access asks for the password once, and keeps the chosen switches', async ({
  visit,
  portal,
  api,
  allowError,
}) => {
  allowError(/status of 40[03].*\/(user-admin|confirmation)/)
  const boss = await api(SUPER_ADMIN)
  const [finn, gina] = [createAccount('finn'), createAccount('gina')]
  await addAdministrator(boss, finn, 'all')
  await addAdministrator(boss, gina)
  const page = await visit({ on: 'desk', to: '/admin/utilities?tab=access', portal })
  await new LoginPage(page).logIn(finn)
  const access = new AccessPage(page)
  await access.openAccessDialog(gina.login)
  await access.findSwitch('Gate Pass', 'View').check()
  await access.dialog.getByRole('button', { name: 'Update Roles' }).click()
  const dialog = findPasswordDialog(page)
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(access.findSwitch('Gate Pass', 'View')).toBeChecked()

  const update = access.dialog.getByRole('button', { name: 'Update Roles' })
  await expect(update).not.toHaveAttribute('aria-busy', 'true')
  await update.click()
  await dialog.getByLabel('Your password').fill('not-my-password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToast(page, 'Admin edited successfully.')).toBeVisible()
  expect((await (await createApiClient(portal, gina)).call('GET', '/tickets')).status).toBe(200)

  await access.openAccessDialog(gina.login)
  await access.findSwitch('Gate Pass', 'View').uncheck()
  await access.saveRoles()
  await expect(dialog).toBeHidden()
})
