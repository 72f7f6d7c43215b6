import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'

test('a row takes no second step until the list has the result of the first', async ({ visit, api }) => {
  const adminClient = await api(ADMIN)
  const ownerClient = await api(createResidentAccount('B-103'))
  const gatePass = await ownerClient.file('gatePass', { bearerName: 'Pressed Twice' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=Pressed+Twice' })
  const row = page.getByRole('row').filter({ hasText: gatePass.ticketNumber })
  const approveButton = page.getByRole('button', { name: `Approve ${gatePass.ticketNumber}` })
  await expect(approveButton).toBeVisible()
  const listDeferred = Promise.withResolvers<void>()
  await page.route('**/api/tickets?*', async (route) => {
    await listDeferred.promise
    await route.continue()
  })
  const buttonBox = await approveButton.boundingBox()
  if (!buttonBox) throw new Error('the button is not on the screen')
  await approveButton.click()
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await expect(findToast(page, `${gatePass.ticketNumber} approved`)).toBeVisible()
  await expect(row).toContainText('Saving…')
  await page.mouse.click(buttonBox.x + buttonBox.width / 2, buttonBox.y + buttonBox.height / 2)
  await page.keyboard.press('a')
  listDeferred.resolve()
  await expect(page.getByRole('button', { name: `Start ${gatePass.ticketNumber}` })).toBeVisible()
  expect((await adminClient.call<object>('GET', `/ticket/${gatePass.id}`)).body).toMatchObject({ status: 2 })
})
