import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { axeViolations } from '../../pages/axe-violations.ts'
import { answer, question, toast } from '../../pages/dialogs.ts'

test('a due rule makes new tickets due, and office hours and holidays are kept', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 400/)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/utilities?tab=system-parameters' })
  const add = async (hours: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add due time' }).click()
    const asked = question(page, 'By when is a ticket due?')
    await asked.getByLabel('Service').selectOption('Commendations')
    await asked.getByLabel('Office hours').fill(hours)
    await asked.getByRole('button', { name: 'Add' }).click()
  }
  await add('3000')
  await expect(question(page, 'This was not saved')).toContainText('from 1 to 2000.')
  await answer(page, 'This was not saved', 'OK')
  await add('8')
  await expect(toast(page, 'Due rule added')).toBeVisible()
  const rule = page.getByRole('row').filter({ hasText: 'Commendations' }).last()
  await expect(rule).toContainText('8')
  await add('9')
  await expect(question(page, 'This was not saved')).toContainText('There is a rule for this already.')
  await answer(page, 'This was not saved', 'OK')

  const { ticketNumber } = await (await api(RESIDENT)).file('commendation')
  const to = `/admin/commendations?search=${ticketNumber}`
  const office = await visit({ on: 'desk', as: ADMIN, to })
  await expect(office.locator('tbody .due-clock')).toHaveAttribute('title', /^Due /)
  await office.getByRole('link', { name: ticketNumber, exact: true }).click()
  await expect(office.getByRole('dialog').locator('.due-clock')).toContainText(/^Due /)

  await page.getByRole('switch', { name: 'Open: Sunday' }).click()
  await page.getByLabel('Sunday closes').fill('07:00')
  await page.getByRole('button', { name: 'Save office hours' }).click()
  await expect(page.getByText('Sunday closes before it opens.')).toBeVisible()
  await page.getByLabel('Sunday closes').fill('12:00')
  await page.getByRole('button', { name: 'Save office hours' }).click()
  await expect(toast(page, 'Office hours saved')).toBeVisible()
  await page.getByRole('switch', { name: 'Open: Sunday' }).click()
  await page.getByRole('button', { name: 'Save office hours' }).click()
  await expect(page.getByText('No office hours')).toBeVisible()

  await page
    .getByRole('button', { name: /^Add those of/ })
    .last()
    .click()
  await expect(page.getByRole('row').filter({ hasText: 'Rizal Day' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Commendations' }).click()
  await answer(page, 'Do you want to delete this item?', 'Delete')
  await expect(toast(page, 'Due rule deleted')).toBeVisible()
})
