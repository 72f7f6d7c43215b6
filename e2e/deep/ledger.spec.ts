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
  const payerClient = await api(createResidentAccount('C-403'))
  const paymentBody = { email: 'tenant@mail.test', amountPaid: 75 }
  const { body } = await payerClient.call<{ id: number; referenceNumber: string }>(
    'POST',
    '/payment-dragonpay',
    paymentBody,
  )
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: `/admin/payments?id=${body.id}` })
  const recordModal = new RecordModal(adminPage, body.referenceNumber)
  await recordModal.setStatus('VERIFIED')
  await recordModal.submit()
  const refusalAlert = recordModal.dialog.getByRole('alert')
  await expect(refusalAlert).toContainText('Dragon Pay has said nothing of this payment yet.')
  await recordModal.submit()
  await expect(recordModal.dialog.getByText('Please input your remarks!')).toBeVisible()
  await expect(recordModal.dialog.getByText('Please add a proof that the money came!')).toBeVisible()
  await recordModal.fillRemarks('Seen on the bank statement.')
  const proofGroup = recordModal.dialog.getByRole('group', { name: 'Proof' })
  const fileChooserPromise = adminPage.waitForEvent('filechooser')
  await proofGroup.getByRole('button', { name: /Choose/ }).click()
  await (await fileChooserPromise).setFiles(await createJpeg('bank.jpg'))
  await proofGroup.getByRole('button', { name: 'Open bank.jpg' }).waitFor()
  await recordModal.submit()
  await expect(findToast(adminPage, 'Payment edited successfully.')).toBeVisible()
  expect((await payerClient.call<{ status: number }>('GET', `/payment/${body.id}`)).body.status).toBe(3)
})
