import { ADMIN, RESIDENT, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'
import { moveTo } from '../pages/move-to.ts'

test.describe.configure({ mode: 'parallel' })

test('a resident logs in after agreeing to the terms, and logs out, which ends the session on the server too', async ({
  visit,
  portal,
  allowError,
}) => {
  allowError(/status of 401/)
  const page = await visit({ on: 'phone' })
  const loginPage = new LoginPage(page)
  await expect(page.getByText('YOUR PROPERTY MANAGEMENT PORTAL')).toBeVisible()
  await expect(loginPage.submit).toBeDisabled()

  await page.getByRole('button', { name: 'Terms and Conditions' }).click()
  const termsDialog = page.getByRole('dialog', { name: 'Terms and Conditions' })
  await expect(termsDialog.locator('p').first()).not.toHaveText('Loading…')
  await termsDialog.getByRole('button', { name: 'I agree' }).click()
  await expect(loginPage.terms).toBeChecked()

  await loginPage.submit.click()
  await expect(page.getByText('Please input your client code!')).toBeVisible()
  await expect(page.getByText('Please input your password!')).toBeVisible()
  await expect(loginPage.findLoginField('client')).toBeFocused()

  await loginPage.logIn({ ...RESIDENT, password: 'not-the-password' })
  await expect(loginPage.failure).toHaveText('Login Failed: Invalid Credentials')
  await loginPage.password.fill(RESIDENT.password)
  await loginPage.submit.click()
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('CLIENT_SESSION_TOKEN'))
  expect(token).toBeTruthy()

  const logOutAndConfirm = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Pages' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(findAlertDialog(page, 'Do you want to logout?')).toContainText(
      'You will redirected to login page',
    )
  }
  await logOutAndConfirm()
  await answerAlertDialog(page, 'Do you want to logout?', 'Cancel')
  await expect(page.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await logOutAndConfirm()
  await answerAlertDialog(page, 'Do you want to logout?', 'Logout')
  await expect(loginPage.submit).toBeVisible()
  const meResponse = await fetch(`${portal}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(meResponse.status).toBe(401)
})

test('an administrator and the super-administrator log in at their own pages, of which unknown ones are 404', async ({
  visit,
  allowError,
}) => {
  // A call sent just before the logout is answered with 401.
  allowError(/status of 401.*desk-counts/)
  const adminPage = await visit({ on: 'desk', to: '/admin' })
  await new LoginPage(adminPage).logIn(ADMIN)
  await expect(adminPage.getByRole('heading', { name: 'My work', level: 1 })).toBeVisible()
  await expect(adminPage).toHaveURL(/\/admin\/desk$/)
  await expect(adminPage).toHaveTitle(/Admin$/)
  await moveTo(adminPage, '/admin/no-such-page')
  await expect(adminPage.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(adminPage).toHaveURL(/\/admin\/404$/)
  await adminPage.getByRole('button', { name: 'Logout' }).click()
  await answerAlertDialog(adminPage, 'Do you want to logout?', 'Logout')
  await expect(new LoginPage(adminPage).submit).toBeVisible()
  await expect(adminPage).toHaveURL(/\/admin$/)

  const superAdmin = await visit({ on: 'desk', to: '/super-admin' })
  await expect(superAdmin.getByRole('heading', { name: 'Super Admin' })).toBeVisible()
  await new LoginPage(superAdmin).logIn(SUPER_ADMIN)
  await expect(superAdmin.getByRole('heading', { name: 'Website Settings' })).toBeVisible()
  await expect(superAdmin).toHaveTitle(/Super Admin$/)
})
