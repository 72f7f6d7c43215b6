import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { waitForMailedLink } from '../fixtures/mails.ts'
import { expect, test } from '../fixtures/test.ts'
import { LoginPage } from '../pages/login-page.ts'

/** Only this file logs in as this resident, because the test changes their password. */
const NEW_RESIDENT = createResidentAccount('A-403')

test('a resident without a password gets a link, chooses one and logs in with it; a stranger learns nothing', async ({
  visit,
  api,
}) => {
  const { data } = (
    await (
      await api(ADMIN)
    ).call<{ data: { email: string }[] }>('GET', `/tenants?searchTerm=${NEW_RESIDENT.login}`)
  ).body
  const page = await visit({ on: 'phone' })
  const loginPage = new LoginPage(page)
  await expect(page.getByText(/Please contact the PMO/)).toBeVisible()
  await loginPage.requestPasswordLink({ area: 'client', login: 'Z-999' })
  await loginPage.requestPasswordLink(NEW_RESIDENT)

  await page.goto(await waitForMailedLink(data[0]?.email ?? ''))
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expect(page.getByLabel('You log in as')).toHaveValue(NEW_RESIDENT.login)
  const [passwordField, repeatField] = [
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Re-type new password'),
  ]
  const saveButton = page.getByRole('button', { name: 'Save password' })
  await expect(passwordField).toBeFocused()
  await saveButton.click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
  await passwordField.fill('short')
  await saveButton.click()
  await expect(page.getByText('The password needs at least 8 characters.')).toBeVisible()
  await passwordField.fill('my-own-password')
  await repeatField.fill('my-own-passwort')
  await saveButton.click()
  await expect(page.getByText('The two passwords that you entered do not match!')).toBeVisible()
  await expect(repeatField).toBeFocused()
  await page.getByLabel('Show what I type').check()
  await expect(repeatField).toHaveAttribute('type', 'text')
  await repeatField.fill('my-own-password')
  await saveButton.click()
  await expect(page.getByText('Your password has been saved. You can log in with it now.')).toBeVisible()
  expect(page.url()).not.toContain('#')

  await page.getByRole('link', { name: 'Go to the login' }).click()
  await loginPage.terms.check()
  await loginPage.logIn({ ...NEW_RESIDENT, password: 'my-own-password' })
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
})
