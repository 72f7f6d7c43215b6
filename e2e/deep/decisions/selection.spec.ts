import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'

test('A asks about the whole selection by name, a decided row leaves it, and Undo takes all back', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const ownerClient = await api(createResidentAccount('B-204'))
  const bearerName = 'Ticked Rows'
  const gatePasses = [
    await ownerClient.file('gatePass', { bearerName }),
    await ownerClient.file('gatePass', { bearerName }),
    await ownerClient.file('gatePass', { bearerName }),
  ] as const
  const [singlePass, second, first] = gatePasses
  const listStatuses = () =>
    Promise.all(
      gatePasses.map(
        async ({ id }) => (await adminClient.call<{ status: number }>('GET', `/ticket/${id}`)).body.status,
      ),
    )
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?status=1&search=Ticked+Rows' })
  await expect(page.locator('tbody tr')).toHaveCount(3)
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: `Approve ${singlePass.ticketNumber}` }).click()
  await expect(findToast(page, `${singlePass.ticketNumber} approved`)).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(2)

  await page.keyboard.press('r')
  const rejectionDialog = findAlertDialog(page, 'Do you want to reject 2 gate passes?')
  await expect(rejectionDialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rejectionDialog).toBeHidden()
  await page.keyboard.press('a')
  const confirmDialog = findAlertDialog(page, 'Do you want to approve 2 gate passes?')
  for (const { ticketNumber } of [first, second]) await expect(confirmDialog).toContainText(ticketNumber)
  await expect(confirmDialog).toContainText('B-204')
  await expect(confirmDialog).toContainText(bearerName)
  expect(await listStatuses()).toEqual([2, 1, 1])
  await confirmDialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.locator('tbody tr')).toHaveCount(0)
  expect(await listStatuses()).toEqual([2, 2, 2])
  await expect(page.getByText(/selected$/)).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  // Changes the tickets a second time. The page must know their new version and not report that somebody else
  // changed them.
  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(3)
  for (const { ticketNumber } of [first, second])
    await page.getByRole('checkbox', { name: `Select ${ticketNumber}` }).check()
  await page.getByRole('button', { name: 'More for the selected rows' }).click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await answerAlertDialog(page, 'Do you want to cancel 2 gate passes?', 'Cancel')
  await expect(findToast(page, '2 gate passes cancelled.')).toBeVisible()
  expect(await listStatuses()).toEqual([2, 5, 5])
  await findToast(page, '2 gate passes cancelled.').getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(listStatuses).toEqual([2, 2, 2])
})

test('a selection outlives a search without hits, and a ticket filed after the question is not decided', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const ownerClient = await api(createResidentAccount('B-204'))
  const findStatus = async (id: number) =>
    (await adminClient.call<{ status: number }>('GET', `/ticket/${id}`)).body.status
  const cruzPass = await ownerClient.file('gatePass', { bearerName: 'Outlives Cruz' })
  const santosPass = await ownerClient.file('gatePass', { bearerName: 'Outlives Santos' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?search=Outlives+Cruz' })
  const search = async (term: string) => {
    await page.getByRole('searchbox').fill(term)
    await page.getByRole('searchbox').press('Enter')
  }
  await page.getByRole('checkbox', { name: `Select ${cruzPass.ticketNumber}` }).check()
  await search('Outlives Nobody')
  await expect(page.getByText('No gate passes here')).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()
  await search('Outlives Santos')
  await page.getByRole('checkbox', { name: `Select ${santosPass.ticketNumber}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  // The bar of the selection is another one on a phone, so the row of the other search is fetched again.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
  const approvalDialog = findAlertDialog(page, 'Do you want to approve 2 gate passes?')
  for (const { ticketNumber } of [cruzPass, santosPass])
    await expect(approvalDialog).toContainText(ticketNumber)
  await approvalDialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(findToast(page, '2 gate passes approved.')).toBeVisible()
  expect(await Promise.all([cruzPass, santosPass].map(({ id }) => findStatus(id)))).toEqual([2, 2])

  const earlierPass = await ownerClient.file('gatePass', { bearerName: 'Whole Filter' })
  await search('Whole Filter')
  await page.getByRole('checkbox', { name: `Select ${earlierPass.ticketNumber}` }).check()
  await page.getByRole('button', { name: 'Select all 1' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const rejectionDialog = findAlertDialog(page, 'Do you want to reject 1 gate pass?')
  await rejectionDialog.getByLabel('Reason').fill('The gate is closed.')
  const laterPass = await ownerClient.file('gatePass', { bearerName: 'Whole Filter' })
  await rejectionDialog.getByRole('button', { name: 'Reject' }).click()
  await expect(findToast(page, '1 gate pass rejected.')).toBeVisible()
  expect(await Promise.all([earlierPass, laterPass].map(({ id }) => findStatus(id)))).toEqual([6, 1])
})
