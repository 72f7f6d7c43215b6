import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

const MISSING_RECORD_MESSAGE = 'This record does not exist.'

test('an address of a record that does not exist says so, and no form opens', async ({
  visit,
  allowError,
}) => {
  allowError(/status of 404/)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?modal=true' })
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.goto('/admin/tickets?modal=true&serviceId=999999999')
  await expect(findAlertDialog(page, MISSING_RECORD_MESSAGE)).toContainText('It may have been deleted.')
  await answerAlertDialog(page, MISSING_RECORD_MESSAGE, 'OK')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/tickets$/)
})
