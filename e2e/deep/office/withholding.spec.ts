import { ADMIN, createResidentAccount, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { OfficePayments } from '../../pages/office-payments.ts'
import { PaymentPages } from '../../pages/payments.ts'

const PAYER = createResidentAccount('C-502')

test('a resident pays into a shown account with tax withheld; its certificate is missing until received', async ({
  visit,
  api,
}) => {
  const superAdminClient = await api(SUPER_ADMIN)
  await superAdminClient.confirm()
  const account = { bank: 'BDO', accountName: 'Capiz Residences', accountNumber: '0012-3456', position: 1 }
  await superAdminClient.call('POST', '/bank-account', account)
  const adminClient = await api(ADMIN)
  const payerClient = await api(PAYER)
  const { id } = (await payerClient.call<{ id: number }>('GET', '/me')).body
  await adminClient.call('PUT', `/tenant/${id}`, { withholdsTax: 1 })

  const residentPage = await visit({ on: 'phone', as: PAYER })
  const payPages = new PaymentPages(residentPage)
  await payPages.chooseMethod('Direct Deposit')
  await expect(residentPage.getByRole('region', { name: 'Deposit to' })).toContainText('0012-3456')
  await payPages.fillAmount('1000')
  await payPages.fillCurrentDate()
  await payPages.attachDepositSlip(await createJpeg('slip.jpg', 300))
  await residentPage.getByRole('textbox', { name: 'Tax withheld' }).pressSequentially('20')
  await expect(residentPage.getByRole('textbox', { name: 'Paid Amount' })).toHaveValue('980.00')
  await expect(residentPage.getByText('Both together settle ₱1,000.00.')).toBeVisible()
  await payPages.submit.click()
  await expect(residentPage.getByText('Please input the tax code!')).toBeVisible()
  await residentPage.getByLabel('Tax code').fill('wc160')
  await residentPage.getByLabel('Period from').fill('2026-07-01')
  await residentPage.getByLabel('Period to').fill('2026-09-30')
  await payPages.submit.click()
  await expect(findToast(residentPage, 'DEPOSIT SLIP UPLOADED')).toBeVisible()

  type Payments = { data: { referenceNumber: string }[] }
  const [sentPayment] = (await payerClient.call<Payments>('GET', '/payments?limit=1')).body.data
  const number = sentPayment?.referenceNumber ?? ''
  const officePayments = new OfficePayments(await visit({ on: 'desk', as: ADMIN }))
  const adminPage = officePayments.page
  const paymentModal = await officePayments.openPayment(number)
  await paymentModal.setStatus('POSTED')
  await paymentModal.submit()
  await expect(adminPage.getByRole('alertdialog')).toContainText('Together₱1,000.00')
  await answerAlertDialog(adminPage, 'Post this payment?', 'Post')
  await expect(paymentModal.dialog).toBeHidden()

  await adminPage.goto(`/admin/certificates?search=${number}`)
  const row = adminPage.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('₱20.00')
  await row.getByRole('button', { name: /^Mark as received/ }).click()
  await expect(findToast(adminPage, 'Certificate marked as received.')).toBeVisible()
  await expect(row).toBeHidden()
})
