import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { holdCalls } from '../../pages/hold-calls.ts'

test('Enter takes the only tenant while it is looked up, and keeps what was typed if nobody is found', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  const lookUp = /\/api\/tenants\?.*C-/
  const releaseCalls = await holdCalls(page, lookUp)
  const tenantPicker = page.getByRole('combobox', { name: 'Tenant' })
  const lookUpRequest = page.waitForRequest(lookUp)
  await tenantPicker.fill('C-303')
  await lookUpRequest
  await tenantPicker.press('Enter')
  releaseCalls()
  await expect(tenantPicker).toHaveValue(/\(C-303\)$/)
  const lookUpResponse = page.waitForResponse(lookUp)
  await tenantPicker.fill('C-999')
  await tenantPicker.press('Enter')
  await lookUpResponse
  await expect(page.getByText('Nobody found')).toBeVisible()
  await tenantPicker.press('Enter')
  await expect(tenantPicker).toHaveValue('C-999')
})

test('Enter takes the only match of what was typed last, and closes the list', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  const tenantPicker = page.getByRole('combobox', { name: 'Tenant' })
  const tenantOptions = page.getByRole('option')
  await tenantPicker.fill('C-303')
  await expect(tenantOptions).toHaveCount(1)
  await tenantPicker.press('Enter')
  await expect(tenantPicker).toHaveValue(/\(C-303\)$/)
  await expect(tenantOptions).toHaveCount(0)
  await tenantPicker.fill('C-404')
  await tenantPicker.press('Enter')
  await expect(tenantPicker).toHaveValue(/\(C-404\)$/)
  await expect(tenantOptions).toHaveCount(0)
})

test('an amount typed before the balance is loaded is kept', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  const releaseCalls = await holdCalls(page, '**/api/open-charges/*')
  await page.getByRole('combobox', { name: 'Tenant' }).fill('C-303')
  const openChargesResponse = page.waitForResponse('**/api/open-charges/*')
  await page.getByRole('option').filter({ hasText: 'C-303' }).click()
  const amount = page.getByLabel('Paid Amount')
  await amount.fill('123.45')
  releaseCalls()
  await (await openChargesResponse).finished()
  await expect(page.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await expect(amount).toHaveValue('123.45')
})
