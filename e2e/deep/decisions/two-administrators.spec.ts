import { createRoles } from '@tahanan/contract/permissions.ts'
import { ADMIN, createResidentAccount, SUPER_ADMIN, type Account } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { RecordModal } from '../../pages/record-modal.ts'

const BEN: Account = { area: 'admin', login: 'ben.second@demo.test', password: 'a-good-password-1' }

test('the second of two administrators reads who was first, and is offered nothing at that place', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 409/)
  await (
    await api(SUPER_ADMIN)
  ).call('POST', '/user-admin', {
    name: 'Ben Second',
    firstName: 'Ben',
    lastName: 'Second',
    email: BEN.login,
    password: BEN.password,
    password_confirmation: BEN.password,
    roles: createRoles({ visitors: ['view', 'edit', 'approve', 'ongoing', 'reject'], tenants: ['view'] }),
  })
  const ownerClient = await api(createResidentAccount('B-203'))
  const lizaClient = await api(ADMIN)
  const visitorsName = 'Second Press'
  const visitorPasses = [
    await ownerClient.file('visitor', { visitorsName }),
    await ownerClient.file('visitor', { visitorsName }),
  ]
  const [recordPass, listPass] = visitorPasses as [(typeof visitorPasses)[0], (typeof visitorPasses)[0]]
  const page = await visit({ on: 'desk', as: BEN })
  // Blocks live events, so that the page shows old data, as if both administrators clicked at once.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  await page.goto('/admin/visitors?search=Second+Press')
  const approveButton = page.getByRole('button', { name: `Approve ${listPass.ticketNumber}` })
  await expect(approveButton).toBeVisible()
  await lizaClient.change('visitor', listPass.id, { status: 2 })
  await approveButton.click()
  const conflictDialog = findAlertDialog(page, `${listPass.ticketNumber} was changed meanwhile`)
  await expect(conflictDialog).toContainText('Liza Villanueva approved it.')
  await conflictDialog.getByRole('button', { name: 'OK' }).click()
  const row = page.getByRole('row').filter({ hasText: listPass.ticketNumber })
  await expect(row).toContainText('APPROVED')
  await expect(row).toContainText('Liza Villanueva approved it.')
  await expect(row.getByRole('button', { name: /^(Approve|Check in|Reject)/ })).toHaveCount(0)

  await page.getByRole('link', { name: recordPass.ticketNumber, exact: true }).click()
  const { dialog } = new RecordModal(page, recordPass.ticketNumber)
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('Ring the bell first.')
  await lizaClient.change('visitor', recordPass.id, { status: 2 })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  const confirmDialog = findAlertDialog(page, 'Do you want to approve this item?')
  await expect(confirmDialog).toContainText(visitorsName)
  await confirmDialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.locator('.decision')).toContainText('Liza Villanueva approved it.')
  await expect(dialog.getByRole('button', { name: 'Check in' })).toHaveCount(0)
})

test('remarks typed before Reject are its reason', async ({ visit, api }) => {
  const adminClient = await api(ADMIN)
  const gatePass = await (
    await api(createResidentAccount('B-203'))
  ).file('gatePass', { bearerName: 'Typed Reason' })
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/tickets?modal=true&serviceId=${gatePass.id}`,
  })
  const { dialog } = new RecordModal(page, gatePass.ticketNumber)
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('The items are not named.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  const confirmDialog = findAlertDialog(page, 'Do you want to reject this item?')
  await expect(confirmDialog).toContainText('B-203')
  await expect(confirmDialog).toContainText('Typed Reason')
  await expect(confirmDialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('The items are not named.')
  await page.keyboard.press('Control+Enter')
  await expect(findToast(page, `${gatePass.ticketNumber} rejected`)).toBeVisible()
  expect((await adminClient.call<object>('GET', `/ticket/${gatePass.id}`)).body).toMatchObject({
    status: 6,
    remarks: 'The items are not named.',
  })
})
