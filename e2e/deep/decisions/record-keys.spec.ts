import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { RecordModal } from '../../pages/record-modal.ts'

test('an opened record has the focus on its heading, so a second Enter changes nothing', async ({
  visit,
  api,
}) => {
  const office = await api(ADMIN)
  const pass = await (
    await api(createResidentAccount('B-101'))
  ).file('gatePass', { bearerName: 'Enter Enter' })
  await office.change('gatePass', pass.id, { status: 2 })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=Enter+Enter' })
  await expect(page.getByRole('row').filter({ hasText: pass.ticketNumber })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const { dialog } = new RecordModal(page, pass.ticketNumber)
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: pass.ticketNumber })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect((await office.call<object>('GET', `/ticket/${pass.id}`)).body).toMatchObject({ status: 2 })
})

test('N, A, R and U act on an open record whose fields are open', async ({ visit, api }) => {
  const office = await api(ADMIN)
  const owner = await api(createResidentAccount('B-101'))
  const bearerName = 'Keys Inside'
  const last = await owner.file('gatePass', { bearerName })
  const first = await owner.file('gatePass', { bearerName })
  const findStatus = async ({ id }: typeof first) =>
    (await office.call<{ status: number }>('GET', `/ticket/${id}`)).body.status
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/tickets?status=1&search=Keys+Inside` })
  await page.getByRole('link', { name: first.ticketNumber, exact: true }).click()
  const findModal = (pass: typeof first) => new RecordModal(page, pass.ticketNumber).dialog
  await expect(findModal(first).getByRole('combobox', { name: 'Tenant' })).toBeEditable()
  await page.keyboard.press('r')
  await expect(findAlertDialog(page, 'Do you want to reject this item?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findAlertDialog(page, 'Do you want to reject this item?')).toBeHidden()
  await page.keyboard.press('a')
  await findAlertDialog(page, 'Do you want to approve this item?')
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(findToast(page, `${first.ticketNumber} approved`)).toBeVisible()
  await expect(findModal(first).getByRole('heading', { name: first.ticketNumber })).toBeFocused()
  await page.keyboard.press('u')
  await expect(findToast(page, `${first.ticketNumber} sent back for approval`)).toBeVisible()
  expect(await findStatus(first)).toBe(1)
  await page.keyboard.press('n')
  await expect(findModal(last)).toBeVisible()
  expect(await findStatus(last)).toBe(1)
})
