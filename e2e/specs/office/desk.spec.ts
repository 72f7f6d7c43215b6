import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

// Uses leasing inquiries, because no other test creates any. So only this test changes their number in the
// menu.
test('the office decides what is assigned to it from My work, and the number in the menu falls', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const menuLink = page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Leasing Assistance' })
  const getWaitingCount = async () => Number(/\d+/.exec(await menuLink.innerText())?.[0] ?? 0)
  await expect.poll(getWaitingCount).toBeGreaterThan(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const waitingCountBefore = await getWaitingCount()

  const { id, ticketNumber, updated_at } = await (await api(RESIDENT)).file('leasingInquiry')
  await expect.poll(getWaitingCount).toBe(waitingCountBefore + 1)
  const { body: me } = await adminClient.call<{ id: number }>('GET', '/me')
  await adminClient.call('PUT', `/inquiry/assigned/${id}`, { assigneeId: me.id, updated_at })
  const ownTicketsRegion = page.getByRole('region', { name: /^Mine/ })
  await expect(ownTicketsRegion.getByRole('link', { name: /^Leasing Assistance 1/ })).toHaveAttribute(
    'href',
    `/admin/inquiries?assigneeId=${me.id}&statuses=1,2,3`,
  )

  await ownTicketsRegion.getByRole('link', { name: ticketNumber }).focus()
  await page.keyboard.press('m')
  await findAlertDialog(page, 'Who does this leasing inquiry?')
    .getByRole('button', { name: 'Cancel' })
    .click()

  await ownTicketsRegion.getByRole('link', { name: ticketNumber }).click()
  await expect(page).toHaveURL(/\/admin\/inquiries\?modal=true&serviceId=\d+$/)
  const recordDialog = page.getByRole('dialog')
  const approveButton = recordDialog.getByRole('button', { name: 'Approve', exact: true })
  await approveButton.click()
  await answerAlertDialog(page, 'Do you want to approve this item?', 'Approve')
  await expect(approveButton).toBeHidden()
  await recordDialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/admin\/desk$/)
  await expect(ownTicketsRegion.getByRole('row').filter({ hasText: ticketNumber })).toContainText('APPROVED')
  await expect.poll(getWaitingCount).toBe(waitingCountBefore)
})
