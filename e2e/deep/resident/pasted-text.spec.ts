import type { Page } from '@playwright/test'
import { RESIDENT } from '../../fixtures/accounts.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { TicketForm } from '../../pages/ticket-form.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text)
  await page.keyboard.press('Control+V')
}

test('pasted text is never cut: phone numbers are shown as stored, and long text says how much is too much', async ({
  visit,
  api,
}) => {
  const page = await visit({ on: 'phone', as: RESIDENT, to: '/visitors' })
  await page.getByRole('button', { name: 'Add visitor pass' }).click()
  const form = new TicketForm(page, 'Add visitor pass')
  const findField = (label: string) => form.dialog.getByRole('textbox', { name: label, exact: true })
  const name = 'Pasted Number'
  await form.fillText('Visitors Name', name)
  await form.fillText('Address', '4 Mabini St., Pasig')
  await form.fillText('Email', 'celia@mail.test')
  await form.setDate('Date of Visit', `${getDayFromNow(1)}T15:00`)
  const [phone, purpose] = [findField('Phone Number'), findField('Purpose of Visit')]
  await phone.focus()
  await pasteText(page, '639175550101')
  await expect(phone).toHaveValue('09175550101')
  await phone.fill('')
  await page.keyboard.type('+63 (917) 555-0101')
  await purpose.focus()
  await expect(phone).toHaveValue('09175550101')

  const longText = 'Repair. '.repeat(875) + 'The end'
  await pasteText(page, longText)
  await expect(purpose).toHaveValue(longText)
  await expect(form.dialog.getByText('2,007 too many: at most 5,000 characters')).toBeVisible()
  await form.submit()
  await expect(form.dialog.getByText('At most 5000 characters.')).toBeVisible()
  await expect(purpose).toHaveValue(longText)
  await purpose.fill('x'.repeat(4600))
  await expect(form.dialog.getByText('4,600 of 5,000')).toBeVisible()
  await form.submit()
  await expect(findToast(page, 'Visitor added successfully.')).toBeVisible()
  const { body } = await (
    await api(RESIDENT)
  ).call<{ data: { id: number }[] }>('GET', `/visitors?searchTerm=${name}`)
  const savedPass = await (
    await api(RESIDENT)
  ).call<{ phoneNumber: string }>('GET', `/visitor/${body.data[0]?.id}`)
  expect(savedPass.body.phoneNumber).toBe('09175550101')
})
