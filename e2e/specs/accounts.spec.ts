import { createResidentAccount } from '../fixtures/accounts.ts'
import { expect, test } from '../fixtures/test.ts'
import { findAlertDialog } from '../pages/dialogs.ts'

/** Only this file uses this resident, because the test changes their password. */
const TEST_RESIDENT = createResidentAccount('A-303')

test('changing a password shows the message of each outcome', async ({ visit, allowError }) => {
  allowError(/status of 400.*change-password/)
  const page = await visit({ on: 'phone', as: TEST_RESIDENT, to: '/settings' })
  const findField = (name: string) => page.getByLabel(new RegExp(`^${name}`))
  const submitButton = page.getByRole('button', { name: 'Change password' })
  await submitButton.click()
  for (const errorText of [
    'Please input your old password!',
    'Please input your new password!',
    'Please re-type your new password!',
  ])
    await expect(page.getByText(errorText)).toBeVisible()

  await findField('Old password').fill('not-the-password')
  await findField('New password').fill('a-new-Password-7')
  await findField('Re-type new password').fill('another-Password-7')
  await submitButton.click()
  await expect(findAlertDialog(page, 'Password Unmatched')).toContainText(
    'The new password and re-type password does not matched.',
  )
  await findAlertDialog(page, 'Password Unmatched').getByRole('button').click()

  await findField('Re-type new password').fill('a-new-Password-7')
  await submitButton.click()
  const failureDialog = findAlertDialog(page, 'Change Password Failed')
  await expect(failureDialog).toContainText('Unable to change your password.')
  await expect(failureDialog).toContainText('The old password is not right.')
  await failureDialog.getByRole('button').click()

  await findField('New password').fill('short')
  await findField('Re-type new password').fill('short')
  await submitButton.click()
  await expect(failureDialog).toContainText('Unable to change your password.')
  await expect(failureDialog).toContainText('The new password needs at least 8 characters.')
  await failureDialog.getByRole('button').click()
  await findField('New password').fill('a-new-Password-7')
  await findField('Re-type new password').fill('a-new-Password-7')

  await findField('Old password').fill(TEST_RESIDENT.password)
  await submitButton.click()
  await expect(findAlertDialog(page, 'Password Changed')).toContainText(
    'Your Password has been changed succesfully.',
  )
  await findAlertDialog(page, 'Password Changed').getByRole('button').click()
  await expect(page).toHaveURL(/\/$/)
})
