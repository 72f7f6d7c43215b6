import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'

test('a due rule makes new tickets due, and office hours and holidays are kept', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 400/)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/utilities?tab=system-parameters' })
  const dueTimesDialog = findAlertDialog(page, 'By when is a ticket due?')
  const addDueTime = async (hours: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add due time' }).click()
    await dueTimesDialog.getByLabel('Service').selectOption('Commendations')
    await dueTimesDialog.getByLabel('Office hours').fill(hours)
    await dueTimesDialog.getByRole('button', { name: 'Add' }).click()
  }
  await addDueTime('3000')
  await expect(dueTimesDialog).toContainText('Please input whole office hours, from 1 to 2000.')
  await dueTimesDialog.getByLabel('Office hours').fill('8')
  await dueTimesDialog.getByRole('button', { name: 'Add' }).click()
  await expect(findToast(page, 'Due time added successfully.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Commendations' }).last()).toContainText('8')
  await addDueTime('9')
  await expect(dueTimesDialog).toContainText('There is a rule for this already. Please change its hours.')
  await dueTimesDialog.getByRole('button', { name: 'Cancel' }).click()

  const { ticketNumber } = await (await api(RESIDENT)).file('commendation')
  const pagePath = `/admin/commendations?search=${ticketNumber}`
  const adminPage = await visit({ on: 'desk', as: ADMIN, to: pagePath })
  await expect(adminPage.locator('tbody .due-clock')).toHaveAttribute('title', /^Due /)
  await adminPage.getByRole('link', { name: ticketNumber, exact: true }).click()
  await expect(adminPage.getByRole('dialog').locator('.due-clock')).toContainText(/^Due /)

  await page.getByRole('switch', { name: 'Open: Sunday' }).click()
  await page.getByLabel('Sunday closes').fill('07:00')
  await page.getByRole('button', { name: 'Save office hours' }).click()
  await expect(page.getByText('Sunday closes before it opens.')).toBeVisible()
  await page.getByLabel('Sunday closes').fill('12:00')
  await page.getByRole('button', { name: 'Save office hours' }).click()
  await expect(findToast(page, 'Office hours saved')).toBeVisible()
  await page.getByRole('switch', { name: 'Open: Sunday' }).click()
  await page.getByRole('button', { name: 'Save office hours' }).click()
  await expect(page.getByText('No office hours', { exact: true })).toBeVisible()
  const saveButton = page.getByRole('button', { name: 'Save office hours' })
  await page.getByLabel('Monday lunch from').fill('12:00')
  await saveButton.click()
  await expect(page.getByText('Please input both times of the lunch break, or neither.')).toBeVisible()
  await page.getByLabel('Monday lunch until').fill('13:00')
  await saveButton.click()
  await expect(saveButton).toBeDisabled()
  await page.reload()
  await expect(page.getByLabel('Monday lunch until')).toHaveValue('13:00')

  const yearDialog = findAlertDialog(page, 'Add the holidays of which year?')
  await page.getByRole('button', { name: 'Add those of a year' }).click()
  await yearDialog.getByLabel('Year').fill('2027')
  await yearDialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Rizal Day' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Commendations' }).click()
  await answerAlertDialog(page, 'Do you want to delete this item?', 'Delete')
  await expect(findToast(page, 'Due time deleted successfully.')).toBeVisible()
})
