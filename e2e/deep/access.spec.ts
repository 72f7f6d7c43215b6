import { type Account, ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { openCalls } from '../fixtures/calls.ts'
import { expect, test } from '../fixtures/test.ts'
import { AccessPage, addAdministrator } from '../pages/access-page.ts'
import { findConfirmation, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

const UTILITIES = '/super-admin/utilities'
const HERE = '/admin/utilities?tab=access'
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
  const calls = await openCalls(portal, ben)
  const open = await visit({ on: 'desk', as: ben, to: '/admin/tickets', portal })
  const remove = open.getByRole('button', { name: `Delete ${ticketNumber}` })
  const entry = open.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Gate Pass' })
  const add = open.getByRole('button', { name: 'Add gate pass' })
  await expect(entry).toBeVisible()
  await expect(add).toBeVisible()
  await expect(remove).toBeVisible()
  await expect(open.getByText('Live', { exact: true })).toBeVisible()

  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: `${UTILITIES}?access=${id}` })
  const access = new AccessPage(page)
  await access.switch('Gate Pass', 'Add').uncheck()
  await expect(access.dialog.getByText('1 switch changed')).toBeVisible()
  await access.switch('Gate Pass', 'Delete').uncheck()
  await access.update()
  await expect(add).toBeHidden()
  await expect(open.getByText(ticketNumber)).toBeVisible()
  await expect(remove).toBeHidden()
  expect((await calls.call('POST', '/ticket', {})).status).toBe(403)
  await expect(entry).toBeVisible()

  await access.manage(ben.login)
  await access.switch('Gate Pass', 'View').uncheck()
  await access.switch('Gate Pass', 'In the menu').uncheck()
  await access.update()
  await expect(entry).toBeHidden()
  await expect(open.getByRole('heading', { name: 'Gate Pass' })).toBeHidden()
  await expect(open.getByRole('heading', { name: 'Your access changed' })).toBeVisible()
  expect((await calls.call('GET', '/tickets')).status).toBe(403)
  expect((await calls.call('GET', '/visitors')).status).toBe(200)
  // A page without permission keeps its URL, whereas an unknown URL redirects to /404 after a while.
  await open.clock.install()
  await open.clock.fastForward(5000)
  await expect(open).toHaveURL(/\/admin\/tickets$/)

  await access.manage(ben.login)
  await access.switch('Gate Pass', 'View').check()
  await expect(access.switch('Gate Pass', 'In the menu')).toBeChecked()
  await access.update()
  await expect(entry).toBeVisible()
  await expect(open.getByRole('heading', { name: 'Gate Pass' })).toBeVisible()
})

test('an administrator who may only list administrators can open neither their data nor their access', async ({
  visit,
  api,
}) => {
  const boss = await api(SUPER_ADMIN)
  const reader = createAccount('reader')
  const id = await addAdministrator(boss, reader, { utilities: ['userAccessDefinition'] }, 'List Reader')
  const page = await visit({ on: 'desk', as: reader, to: `${HERE}&access=${id}` })
  const access = new AccessPage(page)
  await expect(access.row(reader.login)).toBeVisible()
  await expect(access.dialog).toBeHidden()
  await expect(access.row(reader.login).getByRole('button')).toHaveCount(0)
})

test('an open list shows at once what another administrator adds, renames and deletes', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: `${HERE}&search=live-list` })
  await expect(page.getByText('No administrators here')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const boss = await api(SUPER_ADMIN)
  const id = await addAdministrator(boss, createAccount('live-list'), undefined, 'Eve Desk')
  const row = new AccessPage(page).row(createAccount('live-list').login)
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
  await access.manage(gina.login)
  await access.switch('Gate Pass', 'View').check()
  await access.dialog.getByRole('button', { name: 'Update Roles' }).click()
  const dialog = findConfirmation(page)
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(access.switch('Gate Pass', 'View')).toBeChecked()

  const update = access.dialog.getByRole('button', { name: 'Update Roles' })
  await expect(update).not.toHaveAttribute('aria-busy', 'true')
  await update.click()
  await dialog.getByLabel('Your password').fill('not-my-password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('The password is not right.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToast(page, 'Admin edited successfully.')).toBeVisible()
  expect((await (await openCalls(portal, gina)).call('GET', '/tickets')).status).toBe(200)

  await access.manage(gina.login)
  await access.switch('Gate Pass', 'View').uncheck()
  await access.update()
  await expect(dialog).toBeHidden()
})
