import type { Page } from '@playwright/test'
import { ADMIN, type Account, createResidentAccount } from '../../fixtures/accounts.ts'
import type { ApiClient } from '../../fixtures/api-client.ts'
import { expect, test } from '../../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { findAxeViolations } from '../../pages/find-axe-violations.ts'
import { RecordModal } from '../../pages/record-modal.ts'

const FILING_RESIDENT: Account = createResidentAccount('B-104')

interface FiledTicket {
  id: number
  ticketNumber: string
}

/**
 * Files gate passes. Returns them newest first. The bearer name is unique, so that a search finds only these
 * passes.
 */
async function filePasses(calls: ApiClient, bearerName: string, count: number): Promise<FiledTicket[]> {
  const filedTickets: FiledTicket[] = []
  for (let index = 0; index < count; index++)
    filedTickets.unshift(await calls.file('gatePass', { bearerName }))
  return filedTickets
}

const getListPath = (bearerName: string): string =>
  `/admin/tickets?status=1&search=${encodeURIComponent(bearerName)}`

async function findStatus(office: ApiClient, { id }: FiledTicket): Promise<number> {
  return (await office.call<{ status: number }>('GET', `/ticket/${id}`)).body.status
}

const findCurrentRow = (page: Page) => page.locator('tr[aria-current]')

test('Undo sets an approval back, but overwrites nothing that somebody changed since', async ({
  visit,
  api,
  allowError,
}) => {
  allowError(/status of 409/)
  const adminClient = await api(ADMIN)
  const [first, second] = await filePasses(await api(FILING_RESIDENT), 'Undo Me', 2)
  if (!first || !second) throw new Error('nothing was filed')
  const page = await visit({ on: 'desk', as: ADMIN, to: getListPath('Undo Me') })
  const findUndoButton = (pass: FiledTicket) =>
    findToast(page, `${pass.ticketNumber} approved`).getByRole('button', { name: /^Undo/ })
  await page.getByRole('button', { name: `Approve ${first.ticketNumber}` }).click()
  await findUndoButton(first).click()
  await expect(findToast(page, `${first.ticketNumber} sent back for approval`)).toBeVisible()
  expect(await findStatus(adminClient, first)).toBe(1)
  await expect(page.getByRole('button', { name: `Approve ${first.ticketNumber}` })).toBeVisible()

  await page.getByRole('button', { name: `Approve ${second.ticketNumber}` }).dblclick()
  await expect(findUndoButton(second)).toBeVisible()
  expect([await findStatus(adminClient, first), await findStatus(adminClient, second)]).toEqual([1, 2])
  await adminClient.change('gatePass', second.id, { remarks: 'Two trips' })
  await findUndoButton(second).click()
  const conflictDialog = findAlertDialog(page, `${second.ticketNumber} was changed meanwhile`)
  await expect(conflictDialog).toContainText('You left a remark. It stays as it is.')
  await conflictDialog.getByRole('button', { name: 'OK' }).click()
  expect(await findStatus(adminClient, second)).toBe(2)
})

test('keys are dead in fields and dialogs, explained by ?, and can be turned off', async ({ visit, api }) => {
  const adminClient = await api(ADMIN)
  const [first, second] = await filePasses(await api(FILING_RESIDENT), 'Dead Keys', 2)
  if (!first || !second) throw new Error('nothing was filed')
  const page = await visit({ on: 'desk', as: ADMIN, to: getListPath('Dead Keys') })
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(findCurrentRow(page)).toContainText(first.ticketNumber)
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${first.ticketNumber}` })).toBeChecked()
  await page.keyboard.press('x')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('?')
  const help = findAlertDialog(page, 'Keys')
  await expect(help).toContainText('Approve, or take the next step')
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('a')
  await help.getByRole('button', { name: 'OK' }).click()
  await expect(findCurrentRow(page)).toContainText(first.ticketNumber)
  const search = page.getByRole('searchbox', { name: 'Search ticket, client or bearer' })
  await search.press('End')
  await search.pressSequentially('a')
  await expect(search).toHaveValue('Dead Keysa')
  await page.goto('/admin/account')
  await page.getByRole('switch', { name: 'Use keys in lists' }).click()
  await page.goto(getListPath('Dead Keys'))
  await expect(page.getByRole('button', { name: `Approve ${first.ticketNumber}` })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(findCurrentRow(page)).toHaveCount(0)
  expect([await findStatus(adminClient, first), await findStatus(adminClient, second)]).toEqual([1, 1])
})

test('a ticket is assigned from the list by M and in its form, and its history says so', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const [pass] = await filePasses(await api(FILING_RESIDENT), 'Assign Me', 1)
  if (!pass) throw new Error('nothing was filed')
  const findAssignee = async () =>
    (await adminClient.call<{ assignee: { name: string } | null }>('GET', `/ticket/${pass.id}`)).body.assignee
      ?.name
  const page = await visit({ on: 'desk', as: ADMIN, to: getListPath('Assign Me') })
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('m')
  const confirmDialog = findAlertDialog(page, 'Who does this gate pass?')
  const assignee = confirmDialog.getByLabel('Assignee')
  const name = (await assignee.getByRole('option').last().textContent()) ?? ''
  await assignee.selectOption(name)
  await confirmDialog.getByRole('button', { name: 'Assign' }).click()
  await expect(findToast(page, `Assigned to ${name}`)).toContainText(pass.ticketNumber)
  expect(await findAssignee()).toBe(name)
  await expect(findCurrentRow(page)).toContainText(pass.ticketNumber)

  await page.keyboard.press('Enter')
  const { dialog } = new RecordModal(page, pass.ticketNumber)
  await expect(dialog.locator('.assignee')).toContainText(name)
  await expect(dialog.getByRole('list').getByText(`Assigned to ${name}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await confirmDialog.getByLabel('Assignee').selectOption('Nobody')
  await confirmDialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog.locator('.assignee')).toContainText('Nobody has this yet')
  expect(await findAssignee()).toBeUndefined()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Ledger' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Billings/)
  await expect(page.getByRole('dialog')).toContainText('Opening balance')
})

test('an open ticket is submitted by Ctrl+Enter, or with the next one, and has arrows', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const passes = await filePasses(await api(FILING_RESIDENT), 'Next Please', 3)
  const [first, second, third] = passes
  if (!first || !second || !third) throw new Error('nothing was filed')
  const page = await visit({ on: 'desk', as: ADMIN, to: getListPath('Next Please') })
  await expect(page.locator('tbody tr')).toHaveCount(3)
  const openModal = (pass: FiledTicket) => new RecordModal(page, pass.ticketNumber)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await openModal(first).setStatus('APPROVED')
  await openModal(first).dialog.getByRole('button', { name: 'Submit and next' }).click()
  await expect(openModal(second).dialog).toBeVisible()
  await expect(findToast(page, 'Gate Pass edited successfully.')).toContainText(
    `${first.ticketNumber} approved`,
  )
  expect(await findStatus(adminClient, first)).toBe(2)
  await expect(openModal(second).dialog.getByRole('button', { name: 'Previous in the list' })).toBeDisabled()
  await openModal(second).dialog.getByRole('button', { name: 'Next in the list' }).click()
  await expect(openModal(third).dialog.getByRole('button', { name: 'Next in the list' })).toBeDisabled()
  await expect(openModal(third).dialog.getByRole('button', { name: 'Submit and next' })).toHaveCount(0)
  await openModal(third).fillRemarks('At the side gate')
  await openModal(third).dialog.getByRole('button', { name: 'Previous in the list' }).click()
  await answerAlertDialog(page, 'Close without saving?', 'Keep editing')
  await openModal(third).dialog.getByRole('textbox', { name: 'Remarks' }).press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: third.ticketNumber, exact: true })).toBeFocused()
  expect((await adminClient.call<object>('GET', `/ticket/${third.id}`)).body).toMatchObject({
    remarks: 'At the side gate',
  })
})
