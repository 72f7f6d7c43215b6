import { ADMIN, resident, SUPER_ADMIN, type Account } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { rolesOf } from '../../pages/access-page.ts'
import { CounterPage } from '../../pages/counter-page.ts'
import { answer, question, toast } from '../../pages/dialogs.ts'

const cashier: Account = { area: 'admin', login: 'cashier@demo.test', password: 'a-good-password-1' }

test('cash is posted with its receipt, and another person closes the day', async ({
  visit,
  api,
  allowError,
}) => {
  await (
    await api(SUPER_ADMIN)
  ).call('POST', '/user-admin', {
    name: 'Carlo Cruz',
    firstName: 'Carlo',
    lastName: 'Cruz',
    email: cashier.login,
    password: cashier.password,
    password_confirmation: cashier.password,
    roles: rolesOf({ payments: ['counter'], tenants: ['view'] }),
  })
  const counter = await visit({ on: 'desk', as: cashier, to: '/admin/counter' })
  const picker = counter.getByRole('combobox', { name: 'Tenant' })
  // Enter takes the only match, before the list shows it.
  await picker.fill('C-404')
  await picker.press('Enter')
  await expect(picker).toHaveValue(/\(C-404\)$/)
  await expect(counter.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await counter.getByLabel('Paid Amount').fill('250.50')
  const receipt = counter.waitForEvent('download')
  await counter.getByRole('button', { name: 'Post and give receipt' }).click()
  // The balance is 0; the question needs no permission for Billings.
  await expect(question(counter, 'Take more than is owed?')).toContainText('leaves a credit of ₱250.50.')
  await answer(counter, 'Take more than is owed?', 'Post and give receipt')
  expect((await receipt).suggestedFilename()).toMatch(/^AR-\d{4}-\d+\.pdf$/)
  await expect(counter.getByText('₱250.50 of')).toContainText('by Cash, posted.')
  await expect(counter.getByRole('complementary', { name: 'Drawer' })).toContainText('C-404')

  // Repeating the payment needs a confirmation, and is cancelled.
  allowError(/409/)
  await picker.fill('C-404')
  await counter.getByRole('option').filter({ hasText: 'C-404' }).click()
  await expect(counter.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await counter.getByLabel('Paid Amount').fill('250.50')
  await counter.getByRole('button', { name: 'Post and give receipt' }).click()
  await answer(counter, 'Take more than is owed?', 'Post and give receipt')
  const twice = counter.getByRole('alertdialog', { name: 'Is this another payment?' })
  await expect(twice).toContainText(/already: ₱250.50 by Cash, .* posted\./)
  await answer(counter, 'Is this another payment?', 'Cancel')

  await counter.reload()
  const again = counter.waitForEvent('download')
  const taken = counter.getByRole('table', { name: 'Taken by you' })
  await taken.getByRole('button', { name: /^Receipt AR-/ }).click()
  expect((await again).suggestedFilename()).toMatch(/^AR-/)

  const payer = await visit({ on: 'phone', as: resident('C-404'), to: '/billings' })
  await expect(payer.getByText('₱250.50').first()).toBeVisible()

  const desk = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  await desk.getByRole('button', { name: 'Count and close' }).click()
  const sheet = desk.getByRole('dialog', { name: 'Close of the day' })
  await expect(sheet).toContainText('₱250.50, taken by Carlo Cruz')
  await sheet.getByLabel('Counted').fill('250')
  await sheet.getByLabel('Remarks').fill('A coin is missing')
  await sheet.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(toast(desk, 'Close added successfully.')).toBeVisible()
  await expect(desk.getByRole('row').filter({ hasText: 'A coin is missing' })).toContainText('-₱0.50')
})

test('the counter asks before it takes more than the balance, and takes nothing if cancelled', async ({
  visit,
  api,
}) => {
  const payer = await api(resident('C-303'))
  const owed = async () => (await payer.call<{ leftToPay: number }>('GET', '/me')).body.leftToPay
  const before = await owed()
  const counter = new CounterPage(await visit({ on: 'desk', as: ADMIN }))
  const paid = (before + 4500).toFixed(2)
  await counter.fill('Cash', 'C-303', { 'Paid Amount': paid })
  await counter.page.getByRole('button', { name: 'Post and give receipt' }).click()
  const asked = question(counter.page, 'Take more than is owed?')
  await expect(asked).toContainText('leaves a credit of ₱4,500.00.')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  expect(await owed()).toBe(before)
  const receipt = counter.page.waitForEvent('download')
  await counter.page.getByRole('button', { name: 'Post and give receipt' }).click()
  await asked.getByRole('button', { name: 'Post and give receipt' }).click()
  await receipt
  await expect.poll(owed).toBe(-4500)
})

test('Enter takes the only tenant while it is looked up, and keeps what was typed if nobody is found', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  const lookUp = /\/api\/tenants\?.*C-/
  await page.route(lookUp, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  const picker = page.getByRole('combobox', { name: 'Tenant' })
  const asked = page.waitForRequest(lookUp)
  await picker.fill('C-303')
  await asked
  await picker.press('Enter')
  await expect(picker).toHaveValue(/\(C-303\)$/)
  const read = page.waitForResponse(lookUp)
  await picker.fill('C-999')
  await picker.press('Enter')
  await read
  await expect(page.getByText('Nobody found')).toBeVisible()
  await picker.press('Enter')
  await expect(picker).toHaveValue('C-999')
})

test('Enter takes the only match of what was typed last, and closes the list', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  const picker = page.getByRole('combobox', { name: 'Tenant' })
  const matches = page.getByRole('option')
  await picker.fill('C-303')
  await expect(matches).toHaveCount(1)
  await picker.press('Enter')
  await expect(picker).toHaveValue(/\(C-303\)$/)
  await expect(matches).toHaveCount(0)
  await picker.fill('C-404')
  await picker.press('Enter')
  await expect(picker).toHaveValue(/\(C-404\)$/)
  await expect(matches).toHaveCount(0)
})

test('an amount typed before the balance is loaded is kept', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/counter' })
  await page.route('**/api/open-charges/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Tenant' }).fill('C-303')
  const read = page.waitForResponse('**/api/open-charges/*')
  await page.getByRole('option').filter({ hasText: 'C-303' }).click()
  const amount = page.getByLabel('Paid Amount')
  await amount.fill('123.45')
  await (await read).finished()
  await expect(page.getByText(/^(Left to pay|Credit) /)).toBeVisible()
  await expect(amount).toHaveValue('123.45')
})
