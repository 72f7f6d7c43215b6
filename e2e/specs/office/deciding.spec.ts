import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { countPresses } from '../../pages/presses.ts'
import { RecordModal } from '../../pages/record-modal.ts'

test('passes are approved by one key each, rejected with a reason, undone and assigned', async ({
  visit,
  api,
  allowError,
}) => {
  const [office, residentClient] = [await api(ADMIN), await api(createResidentAccount('B-104'))]
  const filedTickets: { id: number; ticketNumber: string }[] = []
  for (let index = 0; index < 4; index++)
    filedTickets.unshift(await residentClient.file('gatePass', { bearerName: 'By Keys' }))
  const [first, second, third, fourth] = filedTickets
  if (!first || !second || !third || !fourth) throw new Error('nothing was filed')
  type Pass = { status: number; remarks: string; assignee: { name: string } | null }
  const fetchPass = async (id: number): Promise<Pass> =>
    (await office.call<Pass>('GET', `/ticket/${id}`)).body
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?status=1&search=By+Keys' })
  const tableRows = page.locator('tbody tr')
  const currentRow = page.locator('tr[aria-current]')
  const isFocusOnPage = () => page.evaluate(() => document.activeElement !== document.body)
  await expect(tableRows).toHaveCount(4)

  const getPressCounts = await countPresses(page)
  await page.keyboard.press('j')
  await expect(currentRow).toContainText(first.ticketNumber)
  for (const rowCount of [3, 2]) {
    await page.keyboard.press('a')
    expect(await isFocusOnPage()).toBe(true)
    await expect(tableRows).toHaveCount(rowCount)
  }
  expect(await getPressCounts()).toEqual({ clicks: 0, keys: 3 })
  expect([(await fetchPass(first.id)).status, (await fetchPass(second.id)).status]).toEqual([2, 2])

  await page.getByRole('button', { name: `Reject ${third.ticketNumber}` }).click()
  const confirmDialog = findAlertDialog(page, 'Do you want to reject this item?')
  await expect(confirmDialog).toContainText(third.ticketNumber)
  await confirmDialog.getByRole('button', { name: 'Reject' }).click()
  await expect(confirmDialog.getByText('Please input your reason!')).toBeVisible()
  const reasonField = confirmDialog.getByRole('textbox', { name: 'Reason' })
  await reasonField.fill('The items are not named.')
  await page.keyboard.press('Escape')
  await expect(confirmDialog).toBeHidden()
  await page.getByRole('button', { name: `Reject ${fourth.ticketNumber}` }).click()
  await expect(reasonField).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Reject ${third.ticketNumber}` }).click()
  await expect(reasonField).toHaveValue('The items are not named.')
  allowError(/502/)
  await page.route('**/api/**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 502 }) : route.fallback(),
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Something went wrong on our side.')
  await page.unroute('**/api/**')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Reject ${third.ticketNumber}` }).click()
  await expect(reasonField).toHaveValue('The items are not named.')
  await page.keyboard.press('Control+Enter')
  await expect(findToast(page, `${third.ticketNumber} rejected`)).toBeVisible()
  await expect(currentRow).toContainText(fourth.ticketNumber)
  await expect.poll(isFocusOnPage).toBe(true)
  expect(await fetchPass(third.id)).toMatchObject({ status: 6, remarks: 'The items are not named.' })
  await page.keyboard.press('u')
  await expect(findToast(page, `${third.ticketNumber} sent back for approval`)).toBeVisible()
  expect(await fetchPass(third.id)).toMatchObject({ status: 1, remarks: '' })
  await expect(tableRows).toHaveCount(2)

  await page.keyboard.press('m')
  const assigneeDialog = findAlertDialog(page, 'Who does this gate pass?')
  const assignee = assigneeDialog.getByLabel('Assignee')
  const name = (await assignee.getByRole('option').last().textContent()) ?? ''
  await assignee.selectOption(name)
  await assigneeDialog.getByRole('button', { name: 'Assign' }).click()
  await expect(findToast(page, `Assigned to ${name}`)).toBeVisible()
  const number = (await currentRow.getByRole('link').first().innerText()).trim()
  const assignedTicket = filedTickets.find(({ ticketNumber }) => ticketNumber === number)
  expect((await fetchPass(assignedTicket?.id ?? 0)).assignee?.name).toBe(name)
  await page.keyboard.press('Enter')
  const { dialog } = new RecordModal(page, number)
  await expect(dialog.locator('.assignee')).toContainText(name)
  await expect(dialog.getByRole('list').getByText(`Assigned to ${name}`)).toBeVisible()
})
