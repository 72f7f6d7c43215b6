import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { chooseRadio } from '../../pages/presses.ts'

test('the office reminds tenants of bills due today, excludes one, and reads the outcomes', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' }).format(new Date())
  for (const code of ['C-501', 'C-502']) {
    const { id } = (await (await api(createResidentAccount(code))).call<{ id: number }>('GET', '/me')).body
    const charge = { kind: 'charge', label: 'Water', amount: 111, remarks: 'Read late' }
    const entryResponse = await adminClient.call('POST', '/ledger-entry', {
      ...charge,
      tenantId: id,
      date: today,
      dueDate: today,
    })
    expect(entryResponse.status).toBe(201)
  }

  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/reminders' })
  const openReminderSheet = async () => {
    await page.getByRole('button', { name: 'New reminders' }).click()
    const sheet = page.getByRole('dialog', { name: 'New reminders' })
    await chooseRadio(sheet.getByRole('radio', { name: 'Due today' }))
    return sheet
  }
  const sheet = await openReminderSheet()
  await expect(sheet.getByRole('row').filter({ hasText: 'C-501' })).toContainText('₱111.00')
  await expect(sheet.getByText('₱111.00 of your dues for C-501 is due today')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'Select C-502' }).uncheck()
  await sheet.getByRole('button', { name: 'Send to 1 tenant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()

  const log = page.getByRole('dialog', { name: 'Reminders', exact: true })
  await expect(log.getByText('1 in the portal only', { exact: true })).toBeVisible()
  await expect(log.getByRole('row').filter({ hasText: 'C-501' })).toContainText('In the portal only')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Due today' })).toContainText('₱111.00')

  const reopenedSheet = await openReminderSheet()
  await expect(reopenedSheet.getByRole('checkbox', { name: 'Select C-501' })).not.toBeChecked()
  await expect(reopenedSheet.getByRole('checkbox', { name: 'Select C-502' })).toBeChecked()

  const residentPage = await visit({ on: 'phone', as: createResidentAccount('C-501'), to: '/billings' })
  await expect(residentPage.getByText(/^(₱[\d,.]+ )?Due today, /)).toBeVisible()
})
