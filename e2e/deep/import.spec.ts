import { LIMITS } from '@tahanan/contract/limits.ts'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { getDayFromNow, getNextMonthStatementDay } from '../fixtures/days.ts'
import {
  createSoaFile,
  type Statement,
  createStatementPdfs,
  createWebClientFile,
} from '../fixtures/statements.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../pages/dialogs.ts'
import { ImportPage } from '../pages/import-page.ts'

const UTILITIES_PATH = '/admin/utilities'

/**
 * Returns statements of tenants that only this file uses, so that the balances of other tests do not change.
 */
const createCommunity = (prefix: string, count: number, amount: string): Statement[] =>
  Array.from({ length: count }, (_, index) => ({
    urefno: `${prefix}-${index + 1}`,
    name: `Tenant ${prefix} ${index + 1}`,
    amount,
    date: getNextMonthStatementDay(),
    attachment: `${prefix}-${index + 1}.pdf`,
  }))

test('an upload can be paused, survives a reload, and continues with the missing files', async ({
  visit,
}) => {
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  const statementRows = createCommunity('X', 160, '99.00')
  const pdfs = await createStatementPdfs(statementRows.map(({ urefno }) => `${urefno}.pdf`))
  await importPage.chooseFiles('SOA file', createSoaFile(statementRows))
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await importPage.chooseFiles('Statements (PDF)', pdfs)
  await expect(
    importPage.comparison.getByText('Every statement has its PDF. 160 PDFs are ready to upload.'),
  ).toBeVisible()

  const uploadRegion = page.getByRole('region', { name: /Uploading|Paused/ })
  // From the fifth upload on, the server does not respond until the page is reloaded.
  let uploadCount = 0
  await page.route('**/pdfs', async (route) => {
    if (route.request().method() === 'POST' && ++uploadCount > 4) return
    await route.fallback()
  })
  await importPage.upload.click()
  await expect(uploadRegion.getByText('128 of 160 PDFs')).toBeVisible()
  await uploadRegion.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('region', { name: 'Paused' })).toBeVisible()
  // Removes the route that holds the uploads only after the reload has cancelled them; otherwise they would
  // be sent.
  await page.reload()
  await page.unroute('**/pdfs')

  await expect(
    importPage.comparison.getByText(/32 statements have no PDF yet\. 128 are already uploaded/),
  ).toBeVisible()
  await expect(importPage.findDropZone('SOA file')).toContainText('soa.csv')
  const uploadUrls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pdfs')) uploadUrls.push(request.url())
  })
  await importPage.chooseFiles('Statements (PDF)', pdfs)
  await expect(
    importPage.comparison.getByText(
      'Every statement has its PDF. 32 PDFs are ready to upload, 128 are already uploaded.',
    ),
  ).toBeVisible()
  await importPage.upload.click()
  await answerAlertDialog(page, 'Success', 'OK')
  expect(uploadUrls).toHaveLength(1)
})

test('invalid files are refused with the messages of rules 7.23, and so is an invalid PDF', async ({
  visit,
  allowError,
}) => {
  allowError(/status of (400|415)/)
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  const statementRows = createCommunity('U', 1, '5.00')
  const [realPdf] = await createStatementPdfs(['U-1.pdf'])
  if (!realPdf) throw new Error('no PDF was made')
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await importPage.chooseFiles('SOA file', { ...realPdf, name: 'soa.csv', mimeType: 'text/csv' })
  await answerAlertDialog(page, 'This is an error message in Soa File', 'OK')
  await expect(importPage.findDropZone('SOA file').locator('.help.err')).toBeVisible()

  await importPage.chooseFiles('SOA file', createSoaFile(statementRows))
  await expect(importPage.upload).toBeEnabled()
  await importPage.chooseFiles('Web client file', {
    ...createWebClientFile(statementRows),
    buffer: Buffer.from('urefno,uoccname\r\nU-1,Tenant\r\n'),
  })
  await answerAlertDialog(page, 'This is an error message in Soa Web Client', 'OK')
  await expect(importPage.findDropZone('Web client file').locator('.help.err')).toContainText('uothdep')

  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await importPage.chooseFiles('Statements (PDF)', { ...realPdf, buffer: Buffer.from('not a PDF at all') })
  await importPage.upload.click()
  await answerAlertDialog(page, 'This is an error message in Soa Pdf', 'OK')
  await expect(importPage.comparison.getByText('1 not accepted')).toBeVisible()
  await importPage.chooseFiles('Statements (PDF)', realPdf)
  await importPage.upload.click()
  await answerAlertDialog(page, 'Success', 'OK')
})

test('an upload of an import without an answer pauses when it is stopped', async ({ visit }) => {
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  // The clock is installed before the first call, so that all timers use the fake clock.
  await page.clock.install()
  const statementRows = createCommunity('V', 1, '7.00')
  await importPage.chooseFiles('SOA file', createSoaFile(statementRows))
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await importPage.chooseFiles('Statements (PDF)', await createStatementPdfs(['V-1.pdf']))
  let isHeld = true
  let requestCount = 0
  await page.route('**/pdfs', async (route) => {
    if (route.request().method() === 'POST') requestCount++
    if (route.request().method() === 'GET' || !isHeld) await route.fallback()
  })
  await importPage.upload.click()
  await expect.poll(() => requestCount).toBe(1)
  await page.clock.fastForward(20_000)
  await answerAlertDialog(page, 'The connection is not answering', 'Cancel')
  const pausedRegion = page.getByRole('region', { name: 'Paused' })
  await expect(pausedRegion).toBeVisible()
  isHeld = false
  await pausedRegion.getByRole('button', { name: 'Resume' }).click()
  await answerAlertDialog(page, 'Success', 'OK')
})

test('a save of an import without an answer is stopped, and sent once more', async ({ visit }) => {
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  await page.clock.install()
  const statementRows = createCommunity('W', 1, '8.00')
  await importPage.chooseFiles(
    'SOA file',
    createSoaFile(statementRows.map((row) => ({ ...row, attachment: '' }))),
  )
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await importPage.expectFigures({ 'New tenants': '1' })
  let isHeld = true
  let requestCount = 0
  await page.route('**/api/tenant-soa-info', async (route) => {
    requestCount++
    if (!isHeld) await route.fallback()
  })
  for (const [count, button] of [
    [1, 'Cancel'],
    [2, 'Try again'],
  ] as const) {
    await importPage.upload.click()
    await expect.poll(() => requestCount).toBe(count)
    await page.clock.fastForward(20_000)
    isHeld = button === 'Cancel'
    await answerAlertDialog(page, 'The connection is not answering', button)
  }
  await answerAlertDialog(page, 'Success', 'OK')
})

test('ambiguous dates are asked about once', async ({ visit }) => {
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  const statementRows = createCommunity('T', 2, '5.00').map((row) => ({ ...row, date: '03/04/2026' }))
  await importPage.chooseFiles('SOA file', createSoaFile(statementRows))
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await answerAlertDialog(page, 'Which day is 03/04/2026?', '3 April 2026')
  await importPage.expectFigures({ 'New tenants': '2' })
  await page.getByRole('button', { name: 'Start over' }).click()
  await answerAlertDialog(page, 'Start over?', 'Start over')
  await expect(importPage.comparison).toBeHidden()
  await expect(importPage.findDropZone('SOA file')).not.toContainText('soa.csv')
})

test('a charge is moved out of the statement, and undoing the import restores the earlier statement', async ({
  visit,
  api,
}) => {
  const code = 'C-502'
  const residentClient = await api(createResidentAccount(code))
  const fetchBalance = async () =>
    (await residentClient.call<{ id: number; soaAmount: number; leftToPay: number }>('GET', '/me')).body
  const balanceBefore = await fetchBalance()
  const charge = {
    kind: 'charge',
    label: 'Water, late',
    amount: 100,
    date: getDayFromNow(0),
    remarks: 'Read late',
  }
  const { status } = await (
    await api(ADMIN)
  ).call('POST', '/ledger-entry', { ...charge, tenantId: balanceBefore.id })
  expect(status).toBe(201)
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  const statementRows = [
    { urefno: code, name: 'Dominic Arevalo', amount: '5,000.00', date: getNextMonthStatementDay() },
  ]
  await importPage.chooseFiles(
    'SOA file',
    createSoaFile(statementRows.map((row) => ({ ...row, attachment: '' }))),
  )
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  const row = importPage.comparison.getByRole('row').filter({ hasText: code })
  await row.getByRole('button', { name: /^Payments/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Payments and charges' })
  await sheet.getByRole('button', { name: 'Move out of the statement: Charge Water, late' }).click()
  await expect(sheet.getByText('moved by the office')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(importPage.comparison.getByText('1 line was moved by the office.')).toBeVisible()
  await importPage.upload.click()
  await answerAlertDialog(page, 'Success', 'OK')
  expect(await fetchBalance()).toMatchObject({ soaAmount: 5000, leftToPay: 5100 })

  await importPage.undoLatest(1)
  expect(await fetchBalance()).toMatchObject({ ...balanceBefore, leftToPay: balanceBefore.leftToPay + 100 })
  const { body } = await residentClient.call<{ data: { title: string }[] }>(
    'GET',
    `/client-notif/${balanceBefore.id}`,
  )
  expect(body.data[0]?.title).toBe('Statement withdrawn')
})

test('another minimum amount is checked at its field, and saved', async ({ visit, api }) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: `${UTILITIES_PATH}?tab=system-parameters` })
  const amount = page.getByRole('textbox', { name: 'Minimum amount of Leasing Assistance' })
  const updateButton = page.getByRole('button', { name: 'Update Services' })
  const previousAmount = await amount.inputValue()
  await amount.fill('a lot')
  await updateButton.click()
  await expect(page.getByText('Please input an amount in pesos.')).toBeVisible()
  await expect(amount).toBeFocused()
  for (const newAmount of ['', previousAmount]) {
    await amount.fill(newAmount)
    await updateButton.click()
    await expect(findAlertDialog(page, 'Success')).toContainText('You have successfully updated the services')
    await answerAlertDialog(page, 'Success', 'OK')
    const { body } = await (await api(ADMIN)).call<object[]>('GET', '/system-parameter-settings')
    expect(body).toContainEqual({
      type: 'leasingAssistance',
      status: 1,
      amount: newAmount === '' ? LIMITS.money : Number(previousAmount),
    })
  }
  await page.reload()
  await expect(amount).toHaveValue(previousAmount)
})
