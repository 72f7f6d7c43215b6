import { readFile } from 'node:fs/promises'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findToast } from '../../pages/dialogs.ts'
import { TicketForm } from '../../pages/ticket-form.ts'
import { TicketList } from '../../pages/ticket-list.ts'

test.describe.configure({ mode: 'parallel' })

test('a list is narrowed by its tabs, sorted by a heading and searched a second after the last key, and Back goes through it', async ({
  visit,
  api,
}) => {
  await (await api(createResidentAccount('A-104'))).file('incidentReport', { title: 'Paint is 100% gone' })
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/incident-reports?limit=10' })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText([/^All\d/, /^Approval\d/, /^Approved\d/, /^Cancelled\d/, /^Rejected\d/])
  const approvedTab = page.getByRole('tab', { name: 'Approved' })
  const count = Number(/\d+$/.exec(await approvedTab.innerText())?.[0])
  await approvedTab.click()
  await expect(approvedTab).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText(`of ${count}`)).toBeVisible()
  await ticketList.waitForRows(Math.min(count, 10))
  for (const itemText of await ticketList.findItem('').allInnerTexts()) expect(itemText).toContain('APPROVED')
  await approvedTab.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Approval' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Approval' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(approvedTab).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')

  const listCodes = async (from: number): Promise<string[]> => {
    await expect(page.getByText(new RegExp(`^${from} to ${from + 9} of`))).toBeVisible()
    await ticketList.waitForRows(10)
    const thirdColumnTexts = await page.locator('tbody td:nth-child(3)').allInnerTexts()
    return thirdColumnTexts.map((cell) => cell.split('\n').at(-1) ?? '')
  }
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText(/^11 to 20 of/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Images' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Client Code' }).click()
  await expect(page).toHaveURL(/[?&]sort=clientCode/)
  const firstPageCodes = await listCodes(1)
  await page.getByRole('button', { name: 'Page 2' }).click()
  const codesOfBothPages = [...firstPageCodes, ...(await listCodes(11))]
  await expect(page.getByRole('columnheader', { name: 'Client Code' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  expect(codesOfBothPages).toEqual(codesOfBothPages.toSorted())

  const requestedTerms: string[] = []
  page.on('request', (request) => {
    const searchTerm = new URL(request.url()).searchParams.get('searchTerm')
    if (request.url().includes('/api/reports') && searchTerm) requestedTerms.push(searchTerm)
  })
  const searchBox = page.getByRole('searchbox')
  await page.clock.install()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await searchBox.pressSequentially('100% g')
  await page.clock.runFor(999)
  expect(requestedTerms).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  await ticketList.waitForRows(1)
  await expect(ticketList.findItem('Paint is 100% gone')).toBeVisible()
  // Ignores repeated requests: the page loads the list again when another test creates an incident report.
  expect([...new Set(requestedTerms)]).toEqual(['100% g'])
  await searchBox.fill('nothing-is-called-so')
  await searchBox.press('Enter')
  await expect(page.getByText('No incident reports here')).toBeVisible()
  await searchBox.press('x')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(searchBox).toHaveValue('')
  await page.clock.fastForward(1500)
  await expect(page).not.toHaveURL(/search=/)
  await expect(page.locator('tbody .record-number').first()).toBeVisible()
})

test('rows stay selected across pages, and the CSV contains exactly these', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/tickets?limit=10&sort=created_at' })
  const ticketList = new TicketList(page)
  await ticketList.waitForRows(10)
  const selectedNumbers: string[] = []
  // Sorts oldest first, so that tickets which other tests create do not change the position of these rows.
  const selectRow = async (rowIndex: number): Promise<void> => {
    const ticketNumber = await ticketList.findItem('').nth(rowIndex).locator('.record-number').innerText()
    selectedNumbers.push(ticketNumber)
    await ticketList.findItem(ticketNumber).getByRole('checkbox').check()
  }
  await selectRow(0)
  await selectRow(3)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('11 to 20 of')).toBeVisible()
  await expect(ticketList.findItem(selectedNumbers[0] ?? '')).toBeHidden()
  await selectRow(2)
  await expect(page.getByText('3 selected')).toBeVisible()

  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await downloadPromise
  expect(file.suggestedFilename()).toBe('Gatepass Reports.csv')
  const text = await readFile(await file.path(), 'utf8')
  const [header, ...rows] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  expect(header).toBe(getModule('gatePass').csv.keys.join(','))
  expect(rows).toHaveLength(3)
  for (const ticketNumber of selectedNumbers) expect(text).toContain(ticketNumber)
  expect(text).toMatch(/,\d{2}\/\d{2}\/\d{4}/)

  const secondDownloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All columns' }).click()
  const allColumnsDownload = await secondDownloadPromise
  expect(allColumnsDownload.suggestedFilename()).toBe('Gatepass Reports, all columns.csv')
  const [names, ...dataRows] = (await readFile(await allColumnsDownload.path(), 'utf8'))
    .trimEnd()
    .split('\r\n')
  expect(names).toMatch(/,assignee,due,/)
  expect(dataRows).toHaveLength(3)

  await page.getByRole('button', { name: /^Select all/ }).click()
  const countRows = async (): Promise<number> =>
    Number(/\d+$/.exec(await page.getByRole('tab', { name: 'All' }).innerText())?.[0])
  await expect(async () => expect(page.getByText(`${await countRows()} selected`)).toBeVisible()).toPass()
  await page.getByRole('checkbox', { name: `Select ${selectedNumbers[2]}` }).uncheck()
  await expect(async () =>
    expect(page.getByText(`${(await countRows()) - 1} selected`)).toBeVisible(),
  ).toPass()
})

test('the office files a ticket for a tenant found by search', async ({ visit }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/service-requests' })
  await page.getByRole('button', { name: 'Add job order' }).click()
  const form = new TicketForm(page, 'Add job order')
  await form.submit()
  for (const errorText of [
    'Please choose your tenant!',
    'Please input your title!',
    'Please input your estimated amount!',
    'Please select a bill option!',
  ])
    await expect(form.dialog.getByText(errorText)).toBeVisible()
  await form.pickTenant('c-101', /\(C-101\)/)
  await form.fillText('Title', 'Corridor socket')
  await form.fillText('Description', 'It sparks.')
  await form.fillText('Estimated Amount', '1,250.50')
  await form.chooseOption('Non-Billable')
  await form.submit()
  await expect(findToast(page, 'Service Request added successfully.')).toBeVisible()
  const row = new TicketList(page).findItem('Corridor socket')
  await expect(row).toContainText('C-101')
  await expect(row).toContainText('₱1,250.50')
})
