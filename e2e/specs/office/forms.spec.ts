import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { RecordModal } from '../../pages/record-modal.ts'

test('a job order is approved and verified by its buttons, after a warning', async ({ visit, api }) => {
  const jobOrder = await (await api(createResidentAccount('A-104'))).file('jobOrder')
  const page = await visit({
    on: 'desk',
    as: ADMIN,
    to: `/admin/service-requests?modal=true&serviceId=${jobOrder.id}`,
  })
  const { dialog } = new RecordModal(page, jobOrder.ticketNumber)
  const approveButton = dialog.getByRole('button', { name: 'Approve' })
  await expect(approveButton).toBeVisible()
  // 'Verify' is hidden, because this administrator may approve at once, without verifying first.
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeHidden()
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('The plumber comes at 9.')
  await approveButton.click()
  // The dialog must not say 'You cannot undo this.', because the office can change an approved ticket back.
  const confirmDialog = findAlertDialog(page, 'Do you want to approve this item?')
  await expect(confirmDialog).not.toContainText('You cannot undo this.')
  await confirmDialog.getByRole('textbox', { name: 'Estimated Amount' }).fill('850')
  await confirmDialog.getByRole('button', { name: 'Approve' }).click()
  await expect(confirmDialog.getByText('Please select a bill option!')).toBeVisible()
  await confirmDialog.getByText('Non-Billable').click()
  await confirmDialog.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(page, 'Service Request approved successfully.')).toContainText(jobOrder.ticketNumber)
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: jobOrder.ticketNumber })).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeDisabled()
  await expect(dialog.getByRole('textbox', { name: 'Remarks' })).toHaveValue('The plumber comes at 9.')
  await expect(dialog.getByText('What you typed')).toBeHidden()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(findAlertDialog(page, 'Do you want to verify this item?')).toContainText(
    'You cannot undo this.',
  )
  await findAlertDialog(page, 'Do you want to verify this item?')
    .getByRole('button', { name: 'Verify' })
    .click()
  await expect(findToast(page, 'Service Request verified successfully.')).toBeVisible()
  await expect(dialog.getByText('Verified by Liza Villanueva')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeHidden()
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('The plumber comes at 10.')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(findToast(page, 'Service Request edited successfully.')).toBeVisible()
  const { body } = await (await api(ADMIN)).call<{ remarks: string }>('GET', `/request/${jobOrder.id}`)
  expect(body.remarks).toBe('The plumber comes at 10.')
})
