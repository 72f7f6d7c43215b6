import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { holdCalls } from '../../pages/hold-calls.ts'
import { TicketForm } from '../../pages/ticket-form.ts'

test('a reservation payment books the amenity once, and is approved with its reservation', async ({
  visit,
  allowError,
}) => {
  allowError(/409/)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/payments' })
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const form = new TicketForm(page, 'Add payment')
  const fillBookingForm = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Add payment' }).click()
    await form.pickTenant('C-402', /C-402/)
    await form.chooseOption('Event Booking')
    await form.dialog.getByRole('combobox', { name: 'Amenity', exact: true }).selectOption({ index: 1 })
    await form.fillText('Description', 'Christmas party of the tower')
    await form.typeDate('Start Time', `${day} 09:00:00`)
    await form.typeDate('End Time', `${day} 11:00:00`)
  }
  await page.getByRole('button', { name: 'Add payment' }).click()
  await form.submit()
  await expect(form.dialog.getByText('Please input your tenant!')).toBeVisible()
  await form.dialog.getByRole('button', { name: 'Cancel' }).click()

  await fillBookingForm()
  await form.submit()
  await expect(findToast(page, 'Payment added successfully.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'C-402' }).first()
  await expect(row).toContainText('FOR VERIFICATION')

  await fillBookingForm()
  await form.submit()
  await expect(findAlertDialog(page, 'Unable to reserved')).toContainText(
    'This date already reserved to this amenity.',
  )
  await answerAlertDialog(page, 'Unable to reserved', 'OK')
  await form.dialog.getByRole('button', { name: 'Cancel' }).click()
  await answerAlertDialog(page, 'Close without saving?', 'Close')

  await row.getByRole('button', { name: /^View/ }).click()
  const paymentModal = page.getByRole('dialog', { name: /^PY-/ })
  await paymentModal.getByRole('button', { name: 'Approve' }).click()
  // Delays the refetch of the payment. When it arrives late, it must not discard input that was typed after
  // the approval.
  const releaseCalls = await holdCalls(page, '**/api/payment/*')
  const refetchResponse = page.waitForResponse(
    (response) => /\/payment\/\d+$/.test(response.url()) && response.request().method() === 'GET',
  )
  await answerAlertDialog(page, 'Do you want to approve this item?', 'Approve')
  await expect(findToast(page, 'Payment approved successfully.')).toBeVisible()
  await expect(paymentModal).toContainText('VERIFIED')
  const fillPromise = paymentModal.getByRole('textbox', { name: 'Remarks' }).fill('Paid at the counter.')
  releaseCalls()
  await fillPromise
  await refetchResponse
  await expect(paymentModal.locator('.past')).toContainText('Verified')
  await paymentModal.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, 'Payment edited successfully.')).toBeVisible()
})
