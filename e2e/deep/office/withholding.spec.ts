import { ADMIN, createResidentAccount, SUPER_ADMIN } from '../../fixtures/accounts.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { OfficePayments } from '../../pages/office-payments.ts'
import { PayPages } from '../../pages/payments.ts'

const PAYER = createResidentAccount('C-502')

test('a resident pays into a shown account with tax withheld; its certificate is missing until received', async ({
  visit,
  api,
}) => {
  const owner = await api(SUPER_ADMIN)
  await owner.confirm()
  const account = { bank: 'BDO', accountName: 'Capiz Residences', accountNumber: '0012-3456', position: 1 }
  await owner.call('POST', '/bank-account', account)
  const office = await api(ADMIN)
  const payerClient = await api(PAYER)
  const { id } = (await payerClient.call<{ id: number }>('GET', '/me')).body
  await office.call('PUT', `/tenant/${id}`, { withholdsTax: 1 })

  const phone = await visit({ on: 'phone', as: PAYER })
  const pay = new PayPages(phone)
  await pay.chooseMethod('Direct Deposit')
  await expect(phone.getByRole('region', { name: 'Deposit to' })).toContainText('0012-3456')
  await pay.fillAmount('1000')
  await pay.fillCurrentDate()
  await pay.attachDepositSlip(await createJpeg('slip.jpg', 300))
  await phone.getByRole('textbox', { name: 'Tax withheld' }).pressSequentially('20')
  await expect(phone.getByRole('textbox', { name: 'Paid Amount' })).toHaveValue('980.00')
  await expect(phone.getByText('Both together settle ₱1,000.00.')).toBeVisible()
  await pay.submit.click()
  await expect(phone.getByText('Please input the tax code!')).toBeVisible()
  await phone.getByLabel('Tax code').fill('wc160')
  await phone.getByLabel('Period from').fill('2026-07-01')
  await phone.getByLabel('Period to').fill('2026-09-30')
  await pay.submit.click()
  await expect(findToast(phone, 'DEPOSIT SLIP UPLOADED')).toBeVisible()

  type Payments = { data: { referenceNumber: string }[] }
  const [sent] = (await payerClient.call<Payments>('GET', '/payments?limit=1')).body.data
  const number = sent?.referenceNumber ?? ''
  const payments = new OfficePayments(await visit({ on: 'desk', as: ADMIN }))
  const desk = payments.page
  const modal = await payments.openPayment(number)
  await modal.setStatus('POSTED')
  await modal.submit()
  await expect(desk.getByRole('alertdialog')).toContainText('Together₱1,000.00')
  await answerAlertDialog(desk, 'Post this payment?', 'Post')
  await expect(modal.dialog).toBeHidden()

  await desk.goto(`/admin/certificates?search=${number}`)
  const row = desk.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('₱20.00')
  await row.getByRole('button', { name: /^Mark as received/ }).click()
  await expect(findToast(desk, 'Certificate marked as received.')).toBeVisible()
  await expect(row).toBeHidden()
})
