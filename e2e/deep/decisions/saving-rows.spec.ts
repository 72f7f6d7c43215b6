import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'

test('a row takes no second step until the list has the result of the first', async ({ visit, api }) => {
  const office = await api(ADMIN)
  const owner = await api(createResidentAccount('B-103'))
  const pass = await owner.file('gatePass', { bearerName: 'Pressed Twice' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=Pressed+Twice' })
  const row = page.getByRole('row').filter({ hasText: pass.ticketNumber })
  const approve = page.getByRole('button', { name: `Approve ${pass.ticketNumber}` })
  await expect(approve).toBeVisible()
  const list = Promise.withResolvers<void>()
  await page.route('**/api/tickets?*', async (route) => {
    await list.promise
    await route.continue()
  })
  const place = await approve.boundingBox()
  if (!place) throw new Error('the button is not on the screen')
  await approve.click()
  await expect(row).toHaveAttribute('aria-busy', 'true')
  await expect(findToast(page, `${pass.ticketNumber} approved`)).toBeVisible()
  await expect(row).toContainText('Saving…')
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  await page.keyboard.press('a')
  list.resolve()
  await expect(page.getByRole('button', { name: `Start ${pass.ticketNumber}` })).toBeVisible()
  expect((await office.call<object>('GET', `/ticket/${pass.id}`)).body).toMatchObject({ status: 2 })
})
