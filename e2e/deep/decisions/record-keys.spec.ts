import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { RecordModal } from '../../pages/record-modal.ts'

test('an opened record has the focus on its heading, so a second Enter changes nothing', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const gatePass = await (
    await api(createResidentAccount('B-101'))
  ).file('gatePass', { bearerName: 'Enter Enter' })
  await adminClient.change('gatePass', gatePass.id, { status: 2 })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=Enter+Enter' })
  await expect(page.getByRole('row').filter({ hasText: gatePass.ticketNumber })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const { dialog } = new RecordModal(page, gatePass.ticketNumber)
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: gatePass.ticketNumber })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect((await adminClient.call<object>('GET', `/ticket/${gatePass.id}`)).body).toMatchObject({ status: 2 })
})

test('N, A, R and U act on an open record whose fields are open', async ({ visit, api }) => {
  const adminClient = await api(ADMIN)
  const ownerClient = await api(createResidentAccount('B-101'))
  const bearerName = 'Keys Inside'
  const lastPass = await ownerClient.file('gatePass', { bearerName })
  const firstPass = await ownerClient.file('gatePass', { bearerName })
  const findStatus = async ({ id }: typeof firstPass) =>
    (await adminClient.call<{ status: number }>('GET', `/ticket/${id}`)).body.status
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/tickets?status=1&search=Keys+Inside` })
  await page.getByRole('link', { name: firstPass.ticketNumber, exact: true }).click()
  const findModal = (pass: typeof firstPass) => new RecordModal(page, pass.ticketNumber).dialog
  await expect(findModal(firstPass).getByRole('combobox', { name: 'Tenant' })).toBeEditable()
  await page.keyboard.press('r')
  await expect(findAlertDialog(page, 'Do you want to reject this item?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findAlertDialog(page, 'Do you want to reject this item?')).toBeHidden()
  await page.keyboard.press('a')
  await findAlertDialog(page, 'Do you want to approve this item?')
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(findToast(page, `${firstPass.ticketNumber} approved`)).toBeVisible()
  await expect(findModal(firstPass).getByRole('heading', { name: firstPass.ticketNumber })).toBeFocused()
  await page.keyboard.press('u')
  await expect(findToast(page, `${firstPass.ticketNumber} sent back for approval`)).toBeVisible()
  expect(await findStatus(firstPass)).toBe(1)
  await page.keyboard.press('n')
  await expect(findModal(lastPass)).toBeVisible()
  expect(await findStatus(lastPass)).toBe(1)
})
