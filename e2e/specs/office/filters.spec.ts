import { ADMIN } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findToast } from '../../pages/dialogs.ts'
import { moveTo } from '../../pages/move-to.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test('filters are chips that tabs follow, and a view keeps them', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets' })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows()
  const allTab = page.getByRole('tab', { name: /^All/ })
  const total = await allTab.innerText()
  await page.getByRole('button', { name: 'Filter' }).click()
  const form = page.getByRole('dialog', { name: 'Filter' })
  await form.getByLabel('Type').selectOption('Pull Out')
  await form.getByLabel('For approval').check()
  await form.getByLabel('Approved').check()
  await form.getByRole('button', { name: 'Show' }).click()

  const filterChips = page.getByRole('group', { name: 'Active filters' }).getByRole('button')
  await expect(filterChips).toHaveText([
    'Status: For approval, Approved',
    'Type: Pull Out',
    'Clear all',
    'Save view',
  ])
  await ticketList.waitForRows()
  await expect(allTab).not.toHaveText(total)
  const readCount = async (name: RegExp): Promise<number> =>
    Number(/\d+$/.exec(await page.getByRole('tab', { name }).innerText())?.[0])
  const [totalCount, waitingCount, approvedCount] = [
    await readCount(/^All/),
    await readCount(/^Approval/),
    await readCount(/^Approved/),
  ]
  expect(totalCount).toBe(waitingCount + approvedCount)
  await ticketList.waitForRows(Math.min(totalCount, 25))
  for (const itemText of await ticketList.findItem('').allInnerTexts()) expect(itemText).toContain('PULLOUT')

  await filterChips.filter({ hasText: 'Status' }).click()
  await expect(page.getByRole('button', { name: 'Type: Pull Out' })).toBeFocused()
  await expect(page).toHaveURL(/type=4/)

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Pull outs')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(findToast(page, 'View saved successfully.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)

  await moveTo(page, '/admin/tickets?status=6&unit=no-such-unit')
  await expect(page.getByRole('heading', { name: 'No gate passes here' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\?status=6$/)
  await page.reload()
  const pullOutsLink = page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Pull outs' })
  await pullOutsLink.click()
  await expect(filterChips).toHaveText(['Type: Pull Out'])
  await expect(pullOutsLink).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Delete view Pull outs' }).click()
  await answerAlertDialog(page, 'Do you want to delete this view?', 'Delete')
  await expect(pullOutsLink).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Filter/ })).toBeFocused()
})
