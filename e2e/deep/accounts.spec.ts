import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Account, createResidentAccount, SUPER_ADMIN } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { addAdministrator } from '../pages/access-page.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { LoginPage } from '../pages/login-page.ts'

/** Only this file logs in as this resident, because the test ends their sessions. */
const RESIDENT_WITH_TWO_SESSIONS = createResidentAccount('C-404')
const PASSWORD = 'a-long-password-1'

function createCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
}

async function enterPassword(page: Page, account: Account): Promise<void> {
  await new LoginPage(page).logIn(account)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

const expectHomePage = (page: Page) => expect(page.getByText('No pages yet')).toBeVisible()

test('an administrator turns two-step login on, logs in with codes, and turns it off', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 40[01].*(second-factor|login)/)
  const account: Account = { area: 'admin', login: 'two-steps@demo.test', password: PASSWORD }
  await addAdministrator(await api(SUPER_ADMIN), account)
  const page = await visit({ on: 'desk', as: account })
  await page.getByRole('link', { name: /^My account/ }).click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  const turnOnDialog = page.getByRole('dialog', { name: 'Turn on two-step login' })
  await expect(turnOnDialog.getByLabel('Your password')).toBeFocused()
  await turnOnDialog.getByLabel('Your password').fill('not-my-password')
  await turnOnDialog.getByRole('button', { name: 'Next' }).click()
  await expect(turnOnDialog.getByText('The password is not right.')).toBeVisible()
  await turnOnDialog.getByLabel('Your password').fill(PASSWORD)
  await turnOnDialog.getByRole('button', { name: 'Next' }).click()
  await expect(turnOnDialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = ((await turnOnDialog.getByLabel('Secret').textContent()) ?? '').replaceAll(' ', '')
  await turnOnDialog.getByLabel('Code').fill(createCode(secret, 20))
  await turnOnDialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(turnOnDialog.getByText('This code is not right.')).toBeVisible()
  await turnOnDialog.getByLabel('Code').fill(createCode(secret))
  await turnOnDialog.getByRole('button', { name: 'Turn on' }).click()

  const recoveryCodesDialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(recoveryCodesDialog.getByRole('listitem')).toHaveCount(10)
  const [first = '', second = ''] = await recoveryCodesDialog.getByRole('listitem').allTextContents()
  await recoveryCodesDialog.getByRole('button', { name: 'Done' }).click()
  await answerAlertDialog(page, 'Have you kept your recovery codes?', 'Back to the codes')
  const downloadPromise = page.waitForEvent('download')
  await recoveryCodesDialog.getByRole('button', { name: 'Download' }).click()
  const file = await (await downloadPromise).createReadStream()
  expect((await file.toArray()).join('')).toContain(second)
  await recoveryCodesDialog.getByRole('button', { name: 'Done' }).click()
  await expect(recoveryCodesDialog).toBeHidden()
  await expect(page.getByText('Recovery codes that are left: 10.')).toBeVisible()

  const otherDevicePage = await visit({ on: 'phone', to: '/admin' })
  await enterPassword(otherDevicePage, account)
  const code = otherDevicePage.locator('#code-form').getByLabel('Code')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await otherDevicePage.getByRole('button', { name: 'Continue' }).click()
  await expect(otherDevicePage.getByText('Login Failed: This code is not right.')).toBeVisible()
  // Uses the next code, because the current code was already used to turn on two-step login.
  await code.fill(createCode(secret, 1))
  await otherDevicePage.getByRole('button', { name: 'Continue' }).click()
  await expectHomePage(otherDevicePage)

  const pageWithoutPhone = await visit({ on: 'phone', to: '/admin' })
  await enterPassword(pageWithoutPhone, account)
  await pageWithoutPhone.getByRole('button', { name: 'Use a recovery code' }).click()
  await pageWithoutPhone.getByLabel('Recovery code').fill(first.toLowerCase())
  await pageWithoutPhone.getByRole('button', { name: 'Continue' }).click()
  await expectHomePage(pageWithoutPhone)

  await page.getByRole('button', { name: 'Turn off' }).click()
  const turnOffDialog = page.getByRole('dialog', { name: 'Turn off two-step login' })
  await turnOffDialog.getByLabel('Your password').fill(PASSWORD)
  await turnOffDialog.getByLabel('Code').fill(first)
  await turnOffDialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(turnOffDialog.getByText('This code is not right.')).toBeVisible()
  await turnOffDialog.getByLabel('Code').fill(second)
  await turnOffDialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(findToast(page, 'Two-step login is off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('a resident chooses their news, and ends another session, whose page is logged out at once', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 401/)
  const page = await visit({ on: 'phone', as: RESIDENT_WITH_TWO_SESSIONS, to: '/settings' })
  const sessionsRegion = page.getByRole('region', { name: 'Sessions' })
  await expect(sessionsRegion.getByText('This device')).toBeVisible()
  await expect(sessionsRegion.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('radiogroup', { name: 'Memorandums by email' }).getByText('Email at 18:00').click()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(findToast(page, 'Your choices are saved.')).toBeVisible()

  const otherPage = await visit({ on: 'desk' })
  const loginPage = new LoginPage(otherPage)
  await loginPage.terms.check()
  await loginPage.logIn(RESIDENT_WITH_TWO_SESSIONS)
  await expect(otherPage.getByRole('heading', { name: /Magandang/ })).toBeVisible()
  await expect(sessionsRegion.getByRole('listitem')).toHaveCount(2)
  await sessionsRegion.getByRole('button', { name: 'End the session of Chrome on Linux' }).click()
  await expect(findAlertDialog(page, 'Do you want to end this session?')).toBeVisible()
  await answerAlertDialog(page, 'Do you want to end this session?', 'End session')
  await expect(loginPage.submit).toBeVisible()
  // Two texts are possible: either the live connection or a failed call reports first that the session has
  // ended.
  await expect(
    otherPage.getByText(/Your session (was ended from elsewhere|has ended)\. Please log in again\./),
  ).toBeVisible()
  await expect(sessionsRegion.getByRole('listitem')).toHaveCount(1)
})

test('the super-administrator’s first login recommends two-step login, until it is dismissed', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: SUPER_ADMIN, to: '/healthz' })
  // Fakes `recommendSecondFactor`, because the portal recommends it only at the first login, which may have
  // been in another test.
  await page.route('**/api/me', async (route) => {
    const responseBody = (await (await route.fetch()).json()) as Record<string, unknown>
    await route.fulfill({ json: { ...responseBody, recommendSecondFactor: true } })
  })
  await page.goto('/super-admin')
  const note = page.getByRole('complementary', { name: 'Recommendation' })
  await note.getByRole('link', { name: 'Set it up' }).click()
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  await expect(note).toBeHidden()
  await page.goto('/super-admin')
  await note.getByRole('button', { name: 'Not now' }).click()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Website Settings' })).toBeVisible()
  await expect(note).toBeHidden()
  // Ignores errors of the faked route, because the page may still send a call while it closes.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
