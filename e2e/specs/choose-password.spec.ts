import { ADMIN, resident } from '../fixtures/accounts.ts'
import { waitForMailedLink } from '../fixtures/mails.ts'
import { expect, test } from '../fixtures/test.ts'
import { LoginPage } from '../pages/login-page.ts'

/** Only this file logs in as them, since their passwords change. */
const [MOVING_IN, LOCKED_OUT, TOLD] = [resident('A-403'), resident('A-404'), resident('A-102')]

test('the office sends login details, and the resident chooses a password and logs in with it', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 404/)
  const office = await api(ADMIN)
  const { id, email } = (
    await office.call<{ data: { id: number; email: string }[] }>(
      'GET',
      `/tenants?searchTerm=${MOVING_IN.login}`,
    )
  ).body.data[0] ?? { id: 0, email: '' }
  const sent = await office.call<{ delivered: boolean }>('POST', `/tenant/${id}/login-details`)
  expect(sent.body).toMatchObject({ delivered: false })
  const link = await waitForMailedLink(email)

  const page = await visit({ on: 'phone', to: link })
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expect(page.getByLabel('You log in as')).toHaveValue(MOVING_IN.login)
  const [chosen, again] = [
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Re-type new password'),
  ]
  const save = page.getByRole('button', { name: 'Save password' })
  await expect(chosen).toBeFocused()
  await save.click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
  await chosen.fill('short')
  await save.click()
  await expect(page.getByText('The password needs at least 8 characters.')).toBeVisible()
  await chosen.fill('my-own-password')
  await again.fill('my-own-passwort')
  await save.click()
  await expect(page.getByText('The two passwords that you entered do not match!')).toBeVisible()
  await expect(again).toBeFocused()
  await page.getByLabel('Show what I type').check()
  await expect(again).toHaveAttribute('type', 'text')
  await again.fill('my-own-password')
  await save.click()
  await expect(page.getByText('Your password has been saved. You can log in with it now.')).toBeVisible()
  expect(page.url()).not.toContain('#')

  await page.getByRole('link', { name: 'Go to the login' }).click()
  const login = new LoginPage(page)
  await login.terms.check()
  await login.logIn({ ...MOVING_IN, password: 'my-own-password' })
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()

  // The used link shows its page to anybody, logged in or not.
  await page.goto(link)
  await expect(page.getByText('This link is not valid any more. Please ask for a new one.')).toBeVisible()
  await expect(save).toBeHidden()
})

test('a link opened in a logged-in browser ends the account’s sessions', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 401/)
  const office = await api(ADMIN)
  const { id, email } = (
    await office.call<{ data: { id: number; email: string }[] }>(
      'GET',
      `/tenants?searchTerm=${LOCKED_OUT.login}`,
    )
  ).body.data[0] ?? { id: 0, email: '' }
  await office.call('POST', `/tenant/${id}/login-details`)
  const elsewhere = await visit({ on: 'desk', as: LOCKED_OUT })
  await expect(elsewhere.getByRole('heading', { name: /Magandang/ })).toBeVisible()

  const page = await visit({ on: 'desk', as: LOCKED_OUT, to: await waitForMailedLink(email) })
  await page.getByLabel('New password', { exact: true }).fill('another-password')
  await page.getByLabel('Re-type new password').fill('another-password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('link', { name: 'Go to the login' }).click()
  await expect(new LoginPage(page).submit).toBeVisible()
  await expect(new LoginPage(elsewhere).submit).toBeVisible()
})

test('a link of a mail opens its page also where the first login chooses a password', async ({
  visit,
  api,
}) => {
  const office = await api(ADMIN)
  const { data } = (await office.call<{ data: { id: number }[] }>('GET', `/tenants?searchTerm=${TOLD.login}`))
    .body
  await office.call('PUT', `/tenant/${data[0]?.id}`, { password: 'given-by-the-pmo' })

  const page = await visit({ on: 'phone', to: '/tickets?serviceId=1' })
  const login = new LoginPage(page)
  await login.terms.check()
  await login.logIn({ ...TOLD, password: 'given-by-the-pmo' })
  await login.choose('my-own-password')
  await login.terms.check()
  await login.logIn({ ...TOLD, password: 'my-own-password' })
  await expect(page).toHaveURL(/\/tickets\?serviceId=1$/)
  await expect(login.submit).toBeHidden()
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
