import type { Page } from '@playwright/test'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import type { ApiClient } from '../fixtures/api-client.ts'
import { createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { PaymentPages } from '../pages/payments.ts'
import { pressTwice } from '../pages/presses.ts'

interface PaymentRow {
  id: number
  referenceNumber: string
  status: number
  outsourceStatus: string | null
  amountPaid: number
}

const countPayments = async (payer: ApiClient): Promise<number> =>
  (await payer.call<{ total: number }>('GET', '/payments')).body.total

const findHeading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

test('an old deposit is sent once its date is confirmed, and a similar one once that is confirmed too', async ({
  visit,
  allowError,
}) => {
  allowError(/409/)
  const page = await visit({ on: 'phone', as: createResidentAccount('A-201') })
  const payPages = new PaymentPages(page)
  for (const [index, first] of [true, false].entries()) {
    await payPages.chooseMethod('Direct Deposit')
    await payPages.fillAmount('77.70')
    await page.getByLabel('Transaction Date').fill('2026-03-14T09:30')
    await payPages.attachDepositSlip(await createJpeg('slip.jpg', 40 + index))
    await payPages.submit.click()
    const question = 'Send it with this date?'
    await expect(page.getByRole('alertdialog', { name: question })).toContainText('more than 90 days old')
    if (index === 0) {
      await answerAlertDialog(page, question, 'Change the date')
      await payPages.submit.click()
    }
    await answerAlertDialog(page, question, 'Send')
    if (!first) {
      const duplicateQuestion = 'Is this another payment?'
      const confirmDialog = page.getByRole('alertdialog', { name: duplicateQuestion })
      await expect(confirmDialog).toContainText(
        /There is PY-\S+ already: ₱77.70 by Direct Deposit, 14 March 2026/,
      )
      await answerAlertDialog(page, duplicateQuestion, 'Cancel')
      await payPages.submit.click()
      await answerAlertDialog(page, question, 'Send')
      await answerAlertDialog(page, duplicateQuestion, 'Send anyway')
    }
    await expect(findToast(page, 'DEPOSIT SLIP UPLOADED')).toBeVisible()
    await expect(
      page.getByText(first ? /^You sent ₱77.70 by Direct Deposit/ : 'You sent ₱155.40 in 2 payments'),
    ).toBeVisible()
    if (first) continue
    await page.goto('/billings')
    await payPages.newest.getByText('77.70').click()
    await expect(page.getByRole('note')).toContainText(/^Was it sent twice\? It looks like PY-/)
  }
})

test('pressing Continue twice asks once, and begins one payment', async ({ visit, api }) => {
  const payerAccount = createResidentAccount('C-303')
  const page = await visit({ on: 'phone', as: payerAccount })
  const apiClient = await api(payerAccount)
  const paymentCountBefore = await countPayments(apiClient)
  const payPages = new PaymentPages(page)
  await payPages.chooseMethod('Dragon Pay')
  await payPages.fillAmount('322')
  await payPages.fillEmail('tenant@mail.test')
  const newPagePromise = page.context().waitForEvent('page')
  await pressTwice(page.getByRole('button', { name: 'Continue to payment' }))
  await answerAlertDialog(page, 'PAYMENT GATEWAY', 'OK')
  await newPagePromise
  await expect(page.getByRole('dialog', { name: 'Payment' })).toBeVisible()
  await expect(findAlertDialog(page, 'PAYMENT GATEWAY')).toHaveCount(0)
  expect(await countPayments(apiClient)).toBe(paymentCountBefore + 1)
})

test('a pending payment keeps its instructions, and the page shows its changes', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: createResidentAccount('C-303') })
  const payPages = new PaymentPages(page)
  await payPages.chooseMethod('Dragon Pay')
  await payPages.fillAmount('750.25')
  const gatewayTab = await payPages.continueInNewTab()
  const gatewayUrl = gatewayTab.url()
  await gatewayTab.getByRole('button', { name: 'Pending' }).click()
  await expect(findHeading(gatewayTab, /^Waiting$/)).toBeVisible()

  await page.getByRole('dialog', { name: 'Payment' }).getByRole('button', { name: 'Close' }).click()
  await expect(payPages.newest).toContainText('Waiting')
  await payPages.newest.getByRole('button', { name: /^Actions for/ }).click()
  const newPagePromise = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Download Instructions' }).click()
  const instructionsPage = await newPagePromise
  await expect(instructionsPage).toHaveURL(gatewayUrl)
  await instructionsPage.getByRole('button', { name: 'Paid' }).click()

  await expect(findHeading(gatewayTab, /^Paid$/)).toBeVisible()
  await expect(payPages.newest).toContainText(/Paid(?! Amount)/)
})

test('AQWire opens in the same tab, and a cancelled payment does not count', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('C-304') })
  const payPages = new PaymentPages(page)
  await payPages.chooseMethod('AQWire')
  await expect(page.getByRole('textbox', { name: 'Currency' })).toBeDisabled()
  await expect(page.getByRole('textbox', { name: 'Payment Type' })).toHaveValue('OTHERS')
  await payPages.fillAmount('900')
  await payPages.fillEmail('abroad@mail.test')
  await payPages.continueToGateway()
  await page.getByRole('button', { name: 'Paid' }).click()
  await expect(findHeading(page, /^Paid$/)).toBeVisible()

  await payPages.chooseMethod('AQWire')
  await payPages.fillAmount('100')
  await payPages.continueToGateway()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/billings\/payments\/aqwire\/cancel/)
  await expect(findHeading(page, /^Cancelled$/)).toBeVisible()
  await expect(page.getByText('Nothing was paid. You can try again.')).toBeVisible()
  await expect(page.getByText('REJECTED')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/billings/payments/aqwire',
  )

  await page.goto('/billings')
  await expect(payPages.newest).toContainText('REJECTED')
  await expect(payPages.newest).toContainText('Cancelled')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Payment cancelled').first()).toBeVisible()
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments?search=C-304' })
  const row = adminPage.getByRole('row').filter({ hasText: '₱100.00' }).first()
  await expect(row).toContainText('Cancelled')
  await expect(row).not.toContainText('AQWire says')
  await row.getByRole('button', { name: /^View/ }).click()
  await expect(adminPage.getByRole('dialog')).toContainText('AQWire says CANCELLED.')
})

test('AQWire’s message is shown if its answer has no payment page', async ({ visit }) => {
  const page = await visit({ on: 'phone', as: createResidentAccount('C-304') })
  const payPages = new PaymentPages(page)
  await payPages.chooseMethod('AQWire')
  await payPages.fillAmount('100')
  await payPages.fillEmail('abroad@mail.test')
  await page.route('**/api/payment-aqwire', (route) =>
    route.fulfill({ json: { message: 'The unit has no billing profile' } }),
  )
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await answerAlertDialog(page, 'PAYMENT GATEWAY', 'OK')
  await expect(findAlertDialog(page, 'An Error Occurred')).toContainText(
    'AQWire says: The unit has no billing profile',
  )
})

test('a return page opens without a session, trusts nothing in its URL, and continues after the login', async ({
  visit,
  api,
  allowError,
}) => {
  const payerAccount = createResidentAccount('C-401')
  const apiClient = await api(payerAccount)
  const beginResponse = await apiClient.call<PaymentRow & { txnId: string }>('POST', '/payment-dragonpay', {
    email: 'tenant@mail.test',
    amountPaid: 10,
  })
  const callbackPath =
    `/billings/payments/dragonpay/message?path=open&txnid=${beginResponse.body.txnId}` +
    '&refno=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E&status=S&message=%5B000%5D&digest=00'
  const page = await visit({ on: 'phone', to: callbackPath })
  await expect(findHeading(page, 'Back from the payment page')).toBeVisible()
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(await page.locator('img[src="x"]').count()).toBe(0)

  await page.getByRole('link', { name: 'Log in' }).click()
  const loginForm = page.locator('#login-form')
  await loginForm.getByLabel('Client code').fill(payerAccount.login)
  await loginForm.getByLabel('Password', { exact: true }).fill(payerAccount.password)
  await page.getByRole('checkbox', { name: 'I agree to the' }).check()
  allowError(/400/)
  await page.getByRole('button', { name: 'Log in' }).click()

  // The parameters of the callback have a wrong signature (digest), so the server changes nothing.
  await expect(findHeading(page, 'This message could not be verified')).toBeVisible()
  const paymentResponse = await apiClient.call<PaymentRow>('GET', `/payment/${beginResponse.body.id}`)
  expect(paymentResponse.body).toMatchObject({ status: 1, outsourceStatus: null })
})

test('a statement opens from the list and from a tenant’s panel', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/settings?search=A-101' })
  const row = page.getByRole('row').filter({ hasText: 'A-101' })
  await expect(row).toContainText('₱12,450.00')
  const tab = page.context().waitForEvent('page')
  const file = page.context().waitForEvent('response', (response) => /\/files\/.+\.pdf/.test(response.url()))
  await row.getByRole('button', { name: /\.pdf$/ }).click()
  await tab
  expect((await file).headers()['content-type']).toBe('application/pdf')
  await row.getByRole('button', { name: 'Ledger' }).click()
  const account = page.getByRole('dialog', { name: 'Account ledger' })
  await expect(account.getByRole('heading', { name: 'Statements of account' })).toBeVisible()
  await expect(account.getByRole('button', { name: /^View Pdf/ }).first()).toBeVisible()
})
