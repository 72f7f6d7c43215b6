import type { Page } from '@playwright/test'
import { formatPesos } from '@tahanan/contract/money.ts'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { sendDeposit } from '../fixtures/deposits.ts'
import { expect, test } from '../fixtures/test.ts'
import { findToast } from '../pages/dialogs.ts'
import { moveTo } from '../pages/move-to.ts'
import { chooseRadio } from '../pages/presses.ts'

interface Balance {
  soaAmount: number
  leftToPay: number
}

const findLatestStatement = (page: Page) => page.getByRole('region', { name: 'Latest Statement Of Account' })

test('the balance falls with a posted payment, rises with a charge or reversal, and becomes a credit, live', async ({
  visit,
  api,
  portal,
}) => {
  const payerAccount = createResidentAccount('C-403')
  const payerClient = await api(payerAccount)
  const adminClient = await api(ADMIN)
  const { soaAmount, leftToPay } = (await payerClient.call<Balance>('GET', '/me')).body
  expect(leftToPay).toBe(soaAmount)
  const postPayment = async (id: number): Promise<void> => {
    expect((await adminClient.call('PUT', `/payment/${id}`, { status: 4 })).status).toBe(200)
  }

  const firstDeposit = await sendDeposit(portal, payerClient, 400)
  const page = await visit({ on: 'phone', as: payerAccount, to: '/billings' })
  await expect(findLatestStatement(page)).toContainText(formatPesos(soaAmount))
  await expect(findLatestStatement(page)).toContainText('You sent ₱400.00')
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/settings?search=C-403' })
  const row = adminPage.getByRole('row').filter({ hasText: 'C-403' })
  await expect(row.getByText(formatPesos(soaAmount))).toHaveCount(2)
  await postPayment(firstDeposit)
  await expect(findLatestStatement(page)).toContainText(
    `Statement ${formatPesos(soaAmount)} · Received since ₱400.00 · Left to pay ${formatPesos(soaAmount - 400)}`,
  )
  await expect(findLatestStatement(page)).not.toContainText('You sent')

  await expect(row).toContainText(formatPesos(soaAmount - 400))
  await row.getByRole('button', { name: /^Ledger/ }).click()
  const account = adminPage.getByRole('dialog', { name: 'Account ledger' })
  await expect(account.getByRole('row').filter({ hasText: 'Payment' })).toContainText('-₱400.00')
  await account.getByRole('button', { name: 'Add charge or credit' }).click()
  const form = adminPage.getByRole('dialog', { name: 'Add charge or credit' })
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(form.getByText('Please choose charge or credit!')).toBeVisible()
  await chooseRadio(form.getByRole('radio', { name: 'Charge' }))
  await form.getByLabel('Label').fill('Water')
  await form.getByLabel('Amount').fill('250.5')
  await form.getByLabel('Remarks').fill('Meter read late')
  await form.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(adminPage, 'Entry added successfully.')).toBeVisible()
  await expect(account.getByRole('row').filter({ hasText: 'Water' })).toContainText(
    formatPesos(soaAmount - 149.5),
  )
  await expect(findLatestStatement(page)).toContainText(
    `Received since ₱400.00 · Charged since ₱250.50 · Left to pay ${formatPesos(soaAmount - 149.5)}`,
  )

  const lastDeposit = await sendDeposit(portal, payerClient, soaAmount)
  await postPayment(lastDeposit)
  await expect(findLatestStatement(page)).toContainText('Credit ₱149.50')
  await expect(findLatestStatement(page)).toContainText('Nothing to pay now.')
  await expect(findLatestStatement(page)).not.toContainText('Left to pay')
  await findLatestStatement(page).getByRole('link', { name: 'Account ledger' }).click()
  const newestEntry = page.getByRole('article').first()
  await expect(newestEntry).toContainText('Balance Credit ₱149.50')
  await newestEntry.getByRole('button', { name: 'Payment' }).click()
  const paymentDialog = page.getByRole('dialog', { name: 'Payment' })
  await expect(paymentDialog).toContainText(formatPesos(soaAmount))

  await moveTo(adminPage, `/admin/payments?id=${lastDeposit}`)
  const paymentModal = adminPage.getByRole('dialog', { name: /^PY-/ })
  await paymentModal.getByRole('button', { name: 'Reverse' }).click()
  const reversalDialog = adminPage.getByRole('dialog', { name: /^Reverse PY-/ })
  await expect(reversalDialog).toContainText(`What is left to pay rises by ${formatPesos(soaAmount)}.`)
  await reversalDialog.getByRole('button', { name: 'Submit', exact: true }).click()
  for (const message of [
    'Please choose the reason!',
    'Please input your remarks!',
    'Please input your password!',
  ])
    await expect(reversalDialog.getByText(message)).toBeVisible()
  await reversalDialog.getByLabel('Reason').selectOption('Cheque returned')
  await reversalDialog.getByLabel('Remarks').fill('The bank returned it.')
  await reversalDialog.getByLabel('Your password').fill(ADMIN.password)
  await reversalDialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(adminPage, 'Reversal added successfully.')).toBeVisible()
  await expect(paymentModal).toContainText('Reversed')
  await expect(paymentModal.getByRole('button', { name: /^Receipt AR-.* \(void\)$/ })).toBeVisible()
  await expect(paymentDialog).toContainText('Reversed')
  await paymentDialog.getByRole('button', { name: 'Close' }).click()
  await expect(newestEntry).toContainText(`Balance ${formatPesos(soaAmount - 149.5)}`)
})
