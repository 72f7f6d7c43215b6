import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'

test('a resident asks on a phone to erase their data, the office refuses with a reason, and the resident reads it', async ({
  visit,
}) => {
  const residentAccount = createResidentAccount('C-402')
  const page = await visit({ on: 'phone', as: residentAccount, to: '/your-data' })
  await expect(page.getByRole('heading', { name: 'What the portal stores about you' })).toBeVisible()
  await page.getByText('Everything else', { exact: true }).click()
  await page.getByText('Stars and text.').click()
  await expect(page.getByText('To make the service better.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'New request' }).click()
  const sheet = page.getByRole('dialog', { name: 'New request' })
  await sheet.getByLabel('What do you want?').selectOption({ label: 'Erase my data' })
  const sendButton = sheet.getByRole('button', { name: 'Send request' })
  await sendButton.click()
  await expect(sheet.getByText('Please say what you want erased!')).toBeVisible()
  await sheet.getByLabel('Message').fill('Please erase my picture and my old address.')
  await sendButton.click()
  await expect(findToast(page, 'Your request was sent.')).toBeVisible()
  const request = page.getByRole('list', { name: 'Your requests' }).getByRole('listitem').first()
  await expect(request).toContainText('Erase my data')
  await expect(request).toContainText('OPEN')

  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/privacy-requests' })
  await adminPage
    .getByRole('row')
    .filter({ hasText: 'Please erase my picture' })
    .getByRole('link')
    .first()
    .click()
  const recordDialog = adminPage.getByRole('dialog')
  await expect(recordDialog).toContainText('C-402')
  await recordDialog.getByRole('radio', { name: 'Refused' }).check({ force: true })
  const answerButton = recordDialog.getByRole('button', { name: 'Answer' })
  await answerButton.click()
  await expect(recordDialog.getByText('Please input the reason!')).toBeVisible()
  expect(await findAxeViolations(adminPage)).toEqual([])
  await recordDialog.getByLabel('Words for the person').fill('The address is part of the books of account.')
  await answerButton.click()
  await expect(findToast(adminPage, 'The request was answered.')).toBeVisible()
  await expect(adminPage.getByRole('row').filter({ hasText: 'Please erase my picture' })).toHaveCount(0)

  await expect(request).toContainText('REFUSED')
  await expect(request).toContainText('The address is part of the books of account.')
})
