import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { waitForMailedLink } from '../fixtures/mails.ts'
import { expect, test } from '../fixtures/test.ts'
import { LoginPage } from '../pages/login-page.ts'

/** Only this file logs in as these residents, because their passwords change. */
const [LOCKED_OUT_RESIDENT, PASSWORD_RESET_RESIDENT] = [
  createResidentAccount('A-404'),
  createResidentAccount('A-102'),
]

test('a link opened in a logged-in browser ends the account’s sessions, and is used up', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 40[14]/)
  const adminClient = await api(ADMIN)
  const { id, email } = (
    await adminClient.call<{ data: { id: number; email: string }[] }>(
      'GET',
      `/tenants?searchTerm=${LOCKED_OUT_RESIDENT.login}`,
    )
  ).body.data[0] ?? { id: 0, email: '' }
  await adminClient.call('POST', `/tenant/${id}/login-details`)
  const otherDevicePage = await visit({ on: 'desk', as: LOCKED_OUT_RESIDENT })
  await expect(otherDevicePage.getByRole('heading', { name: /Magandang/ })).toBeVisible()

  const link = await waitForMailedLink(email)
  const page = await visit({ on: 'desk', as: LOCKED_OUT_RESIDENT, to: link })
  await page.getByLabel('New password', { exact: true }).fill('another-password')
  await page.getByLabel('Re-type new password').fill('another-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Go to the login' }).click()
  await expect(new LoginPage(page).submit).toBeVisible()
  await expect(new LoginPage(otherDevicePage).submit).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
})

test('a link of a mail opens its page also where the first login chooses a password', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const { data } = (
    await adminClient.call<{ data: { id: number }[] }>(
      'GET',
      `/tenants?searchTerm=${PASSWORD_RESET_RESIDENT.login}`,
    )
  ).body
  await adminClient.call('PUT', `/tenant/${data[0]?.id}`, { password: 'given-by-the-pmo' })

  const page = await visit({ on: 'phone', to: '/tickets?serviceId=1' })
  const loginPage = new LoginPage(page)
  await loginPage.terms.check()
  await loginPage.logIn({ ...PASSWORD_RESET_RESIDENT, password: 'given-by-the-pmo' })
  await loginPage.chooseNewPassword('my-own-password')
  await loginPage.terms.check()
  await loginPage.logIn({ ...PASSWORD_RESET_RESIDENT, password: 'my-own-password' })
  await expect(page).toHaveURL(/\/tickets\?serviceId=1$/)
  await expect(loginPage.submit).toBeHidden()
})

test('each area has its own page, and an empty or broken link is explained', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 404/)
  for (const [to, home] of [
    ['/choose-password', '/'],
    ['/admin/choose-password#broken', '/admin'],
    ['/super-admin/choose-password#broken', '/super-admin'],
  ] as const) {
    const page = await visit({ on: 'desk', to })
    await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the login' })).toHaveAttribute('href', home)
  }
})
