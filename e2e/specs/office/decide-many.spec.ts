import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('many passes are approved at once, and one that changed meanwhile is refused and stays selected', async ({
  visit,
  api,
}) => {
  const ownerClient = await api(createResidentAccount('A-104'))
  const bearerName = 'Many At Once'
  const gatePasses = [
    await ownerClient.file('gatePass', { bearerName }),
    await ownerClient.file('gatePass', { bearerName }),
    await ownerClient.file('gatePass', { bearerName }),
  ]
  const [changedPass] = gatePasses as [(typeof gatePasses)[0]]
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/tickets?status=1&search=${bearerName}` })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows(3)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await (await api(ADMIN)).change('gatePass', changedPass.id, { remarks: 'Ask the guard first.' })
  await expect(ticketList.findItem(changedPass.ticketNumber)).toContainText('Just')

  await page.getByRole('button', { name: 'Approve 3' }).click()
  await answerAlertDialog(page, 'Do you want to approve 3 gate passes?', 'Approve')
  await expect(findToast(page, '2 gate passes approved.')).toBeVisible()
  const failureDialog = page.getByRole('dialog', { name: '1 gate pass not approved' })
  await expect(failureDialog).toContainText('You left a remark.')
  await failureDialog.getByRole('link', { name: changedPass.ticketNumber }).click()
  await expect(page.getByRole('dialog', { name: changedPass.ticketNumber })).toBeVisible()
  await page.keyboard.press('Escape')

  await ticketList.waitForRows(1)
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Approve 1' }).click()
  await answerAlertDialog(page, 'Do you want to approve 1 gate pass?', 'Approve')
  await expect(findToast(page, '1 gate pass approved.')).toBeVisible()
  await ticketList.waitForRows(0)
})
