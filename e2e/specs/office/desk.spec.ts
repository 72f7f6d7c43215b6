import { ADMIN, RESIDENT } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

// Uses leasing inquiries, because no other test files any, so the count changes only here.
test('the office decides what is assigned to it from My work, and the number in the menu falls', async ({
  visit,
  api,
}) => {
  const office = await api(ADMIN)
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/desk' })
  const entry = page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link', { name: 'Leasing Assistance' })
  const countWaiting = async () => Number(/\d+/.exec(await entry.innerText())?.[0] ?? 0)
  await expect.poll(countWaiting).toBeGreaterThan(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const before = await countWaiting()

  const { id, ticketNumber, updated_at } = await (await api(RESIDENT)).file('leasingInquiry')
  await expect.poll(countWaiting).toBe(before + 1)
  const { body: me } = await office.call<{ id: number }>('GET', '/me')
  await office.call('PUT', `/inquiry/assigned/${id}`, { assigneeId: me.id, updated_at })
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
  const record = page.getByRole('dialog')
  const approve = record.getByRole('button', { name: 'Approve', exact: true })
  await approve.click()
  await answerAlertDialog(page, 'Do you want to approve this item?', 'Approve')
  await expect(approve).toBeHidden()
  await record.getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/admin\/desk$/)
  await expect(ownTicketsRegion.getByRole('row').filter({ hasText: ticketNumber })).toContainText('APPROVED')
  await expect.poll(countWaiting).toBe(before)
})
