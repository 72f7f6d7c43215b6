import { ADMIN, resident } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answer, toast } from '../../pages/dialogs.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('many passes are approved at once, and one that changed meanwhile is refused and stays selected', async ({
  visit,
  api,
}) => {
  const owner = await api(resident('A-104'))
  const bearerName = 'Many At Once'
  const passes = [
    await owner.file('gatePass', { bearerName }),
    await owner.file('gatePass', { bearerName }),
    await owner.file('gatePass', { bearerName }),
  ]
  const [changed] = passes as [(typeof passes)[0]]
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/tickets?status=1&search=${bearerName}` })
  const list = new TicketList(page)
  await list.ready(3)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await (await api(ADMIN)).change('gatePass', changed.id, { remarks: 'Ask the guard first.' })
  await expect(list.item(changed.ticketNumber)).toContainText('Just')

  await page.getByRole('button', { name: 'Approve 3' }).click()
  await answer(page, 'Do you want to approve 3 gate passes?', 'Approve')
  await expect(toast(page, '2 gate passes approved.')).toBeVisible()
  const refused = page.getByRole('dialog', { name: '1 gate pass not approved' })
  await expect(refused).toContainText('Somebody else changed this record meanwhile.')
  await refused.getByRole('link', { name: changed.ticketNumber }).click()
  await expect(page.getByRole('dialog', { name: changed.ticketNumber })).toBeVisible()
  await page.keyboard.press('Escape')

  await list.ready(1)
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Approve 1' }).click()
  await answer(page, 'Do you want to approve 1 gate pass?', 'Approve')
  await expect(toast(page, '1 gate pass approved.')).toBeVisible()
  await list.ready(0)
})

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
  await expect(page.getByRole('menuitem')).toHaveText(['Start', 'Complete', 'Cancel', 'Download CSV'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Reject 2 gate passes' })
  await sheet.getByRole('button', { name: 'Reject' }).click()
  await expect(sheet.getByText('Please input your reason!')).toBeVisible()
  await sheet.getByLabel('Reason').fill('The gate is closed.')
  await sheet.getByRole('button', { name: 'Reject' }).click()
  await expect(toast(page, '2 gate passes rejected.')).toBeVisible()
  await expect(list.item(ticketNumber)).toContainText('REJECTED')
  await expect(page.getByText('2 selected')).toBeHidden()
  const { body } = await owner.call<{ data: { remarks: string }[] }>(
    'GET',
    `/tickets?searchTerm=${bearerName}`,
  )
  expect(body.data.map(({ remarks }) => remarks)).toEqual(['The gate is closed.', 'The gate is closed.'])
})
