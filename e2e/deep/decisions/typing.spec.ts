import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog } from '../../pages/dialogs.ts'

test('what is typed after / is searched for and decides nothing, on a page that has just loaded', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const gatePass = await (
    await api(createResidentAccount('B-102'))
  ).file('gatePass', { bearerName: 'Typed Into' })
  const page = await visit({ on: 'desk', as: ADMIN })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    // Delays each script to the next frame, so that the test notices a script that loads while the page
    // changes.
    await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined)
    await route.continue()
  })
  await page.goto('/admin/tickets?search=Typed+Into')
  await expect(page.getByRole('row').filter({ hasText: gatePass.ticketNumber })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.type('/a101 rmu')
  await expect(page.getByRole('combobox', { name: /^Search tickets/ })).toHaveValue('a101 rmu')
  await expect(findAlertDialog(page, /./)).toHaveCount(0)
  expect((await adminClient.call<object>('GET', `/ticket/${gatePass.id}`)).body).toMatchObject({ status: 1 })
})
