import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'

test('a resident asks on a phone to erase their data, the office refuses with a reason, and the resident reads it', async ({
  visit,
}) => {
  const who = createResidentAccount('C-402')
  const page = await visit({ on: 'phone', as: who, to: '/your-data' })
  await expect(page.getByRole('heading', { name: 'What the portal stores about you' })).toBeVisible()
  await page.getByText('Everything else', { exact: true }).click()
  await page.getByText('Stars and text.').click()
  await expect(page.getByText('To make the service better.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'New request' }).click()
  const sheet = page.getByRole('dialog', { name: 'New request' })
  await sheet.getByLabel('What do you want?').selectOption({ label: 'Erase my data' })
  const send = sheet.getByRole('button', { name: 'Send request' })
  await send.click()
  await expect(sheet.getByText('Please say what you want erased!')).toBeVisible()
  await sheet.getByLabel('Message').fill('Please erase my picture and my old address.')
  await send.click()
  await expect(findToast(page, 'Your request was sent.')).toBeVisible()
  const request = page.getByRole('list', { name: 'Your requests' }).getByRole('listitem').first()
  await expect(request).toContainText('Erase my data')
  await expect(request).toContainText('OPEN')

  const office = await visit({ on: 'desk', as: ADMIN, to: '/admin/privacy-requests' })
  await office
    .getByRole('row')
    .filter({ hasText: 'Please erase my picture' })
    .getByRole('link')
    .first()
    .click()
  const record = office.getByRole('dialog')
  await expect(record).toContainText('C-402')
  await record.getByRole('radio', { name: 'Refused' }).check({ force: true })
  const answer = record.getByRole('button', { name: 'Answer' })
  await answer.click()
  await expect(record.getByText('Please input the reason!')).toBeVisible()
  expect(await findAxeViolations(office)).toEqual([])
  await record.getByLabel('Words for the person').fill('The address is part of the books of account.')
  await answer.click()
  await expect(findToast(office, 'The request was answered.')).toBeVisible()
  await expect(office.getByRole('row').filter({ hasText: 'Please erase my picture' })).toHaveCount(0)

  await expect(request).toContainText('REFUSED')
  await expect(request).toContainText('The address is part of the books of account.')
})
