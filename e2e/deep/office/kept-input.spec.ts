import { createRoles } from '@tahanan/contract/permissions.ts'
import { ADMIN, SUPER_ADMIN, type Account } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { addAdministrator } from '../../pages/access-page.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { moveTo } from '../../pages/move-to.ts'

test('what was typed about a record that a colleague deleted can be copied', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 404/)
  const adminClient = await api(ADMIN)
  const postAndGetId = async (path: string, body: object): Promise<number> =>
    (await adminClient.call<{ id: number }>('POST', path, body)).body.id
  const gateId = await postAndGetId('/gate', { name: 'Gate 9', direction: 'both' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/gate-setup' })
  const form = page.getByRole('dialog')
  const note = form.getByRole('alert')
  await page.getByRole('link', { name: 'Gate 9', exact: true }).click()
  await form.getByLabel(/^Name/).fill('Gate of the river side')
  expect((await adminClient.call('DELETE', `/gate/${gateId}`)).status).toBe(200)
  await form.getByRole('button', { name: 'Submit' }).click()
  await answerAlertDialog(page, /Oops/, 'OK')
  await expect(note).toContainText('This was deleted meanwhile.')
  await expect(note).toContainText('Gate of the river side')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await form.getByRole('button', { name: 'Copy' }).click()
  await expect(findToast(page, 'Copied.')).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).last().click()
  await answerAlertDialog(page, 'Close without saving?', 'Close')
  await expect(form).toBeHidden()

  const policyHeaderId = await postAndGetId('/policy-header', { header: 'Pets', subHeader: 'Dogs and cats' })
  await moveTo(page, '/admin/policies')
  await page.getByRole('button', { name: 'Add policy to Pets' }).click()
  await form.getByLabel(/^Title/).fill('Dogs on a leash')
  expect((await adminClient.call('DELETE', `/policy-header/${policyHeaderId}`)).status).toBe(200)
  await expect(note).toContainText('Dogs on a leash')
})

test('what was typed on a page that was closed to an administrator can be copied', async ({
  visit,
  api,
  allowError,
}) => {
  // The page may fetch its list again (403) before it receives the change of permissions.
  allowError(/status of 403/)
  const rosa: Account = { area: 'admin', login: 'rosa@office.test', password: 'rosa-demo-pass-1' }
  const superAdminClient = await api(SUPER_ADMIN)
  const grants = { gate: ['devices'], memorandums: ['view', 'add'] } as const
  const id = await addAdministrator(superAdminClient, rosa, grants, 'Rosa Diaz')
  const page = await visit({ on: 'desk', as: rosa, to: '/admin/memorandums' })
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add memorandum' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Title/).fill('Water on Friday')
  const setAdministratorRoles = (roles: Parameters<typeof createRoles>[0]) =>
    superAdminClient.call('PUT', `/user-admin/${id}`, { roles: createRoles(roles) })
  expect((await setAdministratorRoles({ gate: ['devices'], memorandums: ['view'] })).status).toBe(200)
  await expect(page.getByRole('button', { name: 'Add memorandum', includeHidden: true })).toHaveCount(0)
  await expect(form.getByLabel(/^Title/)).toHaveValue('Water on Friday')
  expect((await setAdministratorRoles({ gate: ['devices'] })).status).toBe(200)
  await expect(page.getByRole('heading', { name: 'Your access changed' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you typed' })).toContainText('Title: Water on Friday')
})
