import { ADMIN, resident } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findQuestion, findToast } from '../../pages/dialogs.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('on a phone many are rejected with one reason, which each resident reads', async ({ visit, api }) => {
  const owner = await api(resident('A-104'))
  const bearerName = 'Rejected At Once'
  await owner.file('gatePass', { bearerName })
  const { ticketNumber } = await owner.file('gatePass', { bearerName })
  const page = await visit({ on: 'phone', as: ADMIN, to: `/admin/tickets?search=${bearerName}` })
  const list = new TicketList(page)
  await list.ready(2)
  for (const box of await page.getByRole('checkbox', { name: /^Select / }).all()) await box.check()
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
  const asked = findQuestion(page, 'Do you want to reject 2 gate passes?')
  await asked.getByRole('button', { name: 'Reject' }).click()
  await expect(asked.getByText('Please input your reason!')).toBeVisible()
  await asked.getByLabel('Reason').fill('The gate is closed.')
  await asked.getByRole('button', { name: 'Reject' }).click()
  await expect(findToast(page, '2 gate passes rejected.')).toBeVisible()
  await expect(list.item(ticketNumber)).toContainText('REJECTED')
  await expect(page.getByText('2 selected')).toBeHidden()
  const { body } = await owner.call<{ data: { remarks: string }[] }>(
    'GET',
    `/tickets?searchTerm=${bearerName}`,
  )
  expect(body.data.map(({ remarks }) => remarks)).toEqual(['The gate is closed.', 'The gate is closed.'])
})

test('many are assigned at once by Bulk Assign and by the key M', async ({ visit, api }) => {
  const owner = await api(resident('A-104'))
  const bearerName = 'Assigned At Once'
  for (let nth = 0; nth < 2; nth++) await owner.file('gatePass', { bearerName })
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/tickets?search=${bearerName}` })
  await expect(page.locator('tbody tr')).toHaveCount(2)
  const select = async () => {
    for (const box of await page.locator('tbody').getByRole('checkbox').all()) await box.check()
  }
  const asked = findQuestion(page, 'Who does these 2 gate passes?')
  await select()
  await page.getByRole('button', { name: 'Bulk Assign' }).click()
  await asked.getByRole('button', { name: 'Assign' }).click()
  await expect(asked.getByText('Please choose an administrator, or nobody.')).toBeVisible()
  const assignee = asked.getByLabel('Assignee')
  const name = (await assignee.getByRole('option').last().textContent()) ?? ''
  await assignee.selectOption(name)
  await asked.getByRole('button', { name: 'Assign' }).click()
  await expect(findToast(page, `2 gate passes assigned to ${name}.`)).toBeVisible()
  await expect(page.getByText(`Assigned to ${name}`)).toHaveCount(2)

  await select()
  await page.keyboard.press('m')
  await asked.getByLabel('Assignee').selectOption('Nobody')
  await asked.getByRole('button', { name: 'Assign' }).click()
  await expect(findToast(page, '2 gate passes assigned to nobody.')).toBeVisible()
  await expect(page.getByText(`Assigned to ${name}`)).toHaveCount(0)
})
