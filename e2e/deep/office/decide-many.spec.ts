import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('on a phone many are rejected with one reason, which each resident reads', async ({ visit, api }) => {
  const ownerClient = await api(createResidentAccount('A-104'))
  const bearerName = 'Rejected At Once'
  await ownerClient.file('gatePass', { bearerName })
  const { ticketNumber } = await ownerClient.file('gatePass', { bearerName })
  const page = await visit({ on: 'phone', as: ADMIN, to: `/admin/tickets?search=${bearerName}` })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows(2)
  for (const checkbox of await page.getByRole('checkbox', { name: /^Select / }).all()) await checkbox.check()
  await page.getByRole('button', { name: 'More for the selected rows' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Bulk Assign',
    'Start',
    'Complete',
    'Cancel',
    'Download CSV',
    'All columns',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const confirmDialog = findAlertDialog(page, 'Do you want to reject 2 gate passes?')
  await confirmDialog.getByRole('button', { name: 'Reject' }).click()
  await expect(confirmDialog.getByText('Please input your reason!')).toBeVisible()
  await confirmDialog.getByLabel('Reason').fill('The gate is closed.')
  await confirmDialog.getByRole('button', { name: 'Reject' }).click()
  await expect(findToast(page, '2 gate passes rejected.')).toBeVisible()
  await expect(ticketList.findItem(ticketNumber)).toContainText('REJECTED')
  await expect(page.getByText('2 selected')).toBeHidden()
  const { body } = await ownerClient.call<{ data: { remarks: string }[] }>(
    'GET',
    `/tickets?searchTerm=${bearerName}`,
  )
  expect(body.data.map(({ remarks }) => remarks)).toEqual(['The gate is closed.', 'The gate is closed.'])
})

test('many are assigned at once by Bulk Assign and by the key M', async ({ visit, api }) => {
  const ownerClient = await api(createResidentAccount('A-104'))
  const bearerName = 'Assigned At Once'
  for (let index = 0; index < 2; index++) await ownerClient.file('gatePass', { bearerName })
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/tickets?search=${bearerName}` })
  await expect(page.locator('tbody tr')).toHaveCount(2)
  const selectAllRows = async () => {
    for (const checkbox of await page.locator('tbody').getByRole('checkbox').all()) await checkbox.check()
  }
  const confirmDialog = findAlertDialog(page, 'Who does these 2 gate passes?')
  await selectAllRows()
  await page.getByRole('button', { name: 'Bulk Assign' }).click()
  await confirmDialog.getByRole('button', { name: 'Assign' }).click()
  await expect(confirmDialog.getByText('Please choose an administrator, or nobody.')).toBeVisible()
  const assignee = confirmDialog.getByLabel('Assignee')
  const name = (await assignee.getByRole('option').last().textContent()) ?? ''
  await assignee.selectOption(name)
  await confirmDialog.getByRole('button', { name: 'Assign' }).click()
  await expect(findToast(page, `2 gate passes assigned to ${name}.`)).toBeVisible()
  await expect(page.getByText(`Assigned to ${name}`)).toHaveCount(2)

  await selectAllRows()
  await page.keyboard.press('m')
  await confirmDialog.getByLabel('Assignee').selectOption('Nobody')
  await confirmDialog.getByRole('button', { name: 'Assign' }).click()
  await expect(findToast(page, '2 gate passes assigned to nobody.')).toBeVisible()
  await expect(page.getByText(`Assigned to ${name}`)).toHaveCount(0)
})
