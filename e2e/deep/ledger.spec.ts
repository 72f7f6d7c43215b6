import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { createJpeg } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { findToast } from '../pages/dialogs.ts'
import { RecordModal } from '../pages/record-modal.ts'

test('a payment that its gateway has not confirmed is verified by a second press, with remarks and a proof', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/409|400/)
  const payer = await api(createResidentAccount('C-403'))
  const begun = { email: 'tenant@mail.test', amountPaid: 75 }
  const { body } = await payer.call<{ id: number; referenceNumber: string }>(
    'POST',
    '/payment-dragonpay',
    begun,
  )
  const desk = await visit({ on: 'desk', as: ADMIN, to: `/admin/payments?id=${body.id}` })
  const modal = new RecordModal(desk, body.referenceNumber)
  await modal.setStatus('VERIFIED')
  await modal.submit()
  const why = modal.dialog.getByRole('alert')
  await expect(why).toContainText('Dragon Pay has said nothing of this payment yet.')
  await modal.submit()
  await expect(modal.dialog.getByText('Please input your remarks!')).toBeVisible()
  await expect(modal.dialog.getByText('Please add a proof that the money came!')).toBeVisible()
  await modal.fillRemarks('Seen on the bank statement.')
  const proof = modal.dialog.getByRole('group', { name: 'Proof' })
  const chooser = desk.waitForEvent('filechooser')
  await proof.getByRole('button', { name: /Choose/ }).click()
  await (await chooser).setFiles(await createJpeg('bank.jpg'))
  await proof.getByRole('button', { name: 'Open bank.jpg' }).waitFor()
  await modal.submit()
  await expect(findToast(desk, 'Payment edited successfully.')).toBeVisible()
  expect((await payer.call<{ status: number }>('GET', `/payment/${body.id}`)).body.status).toBe(3)
})
