import type { Page } from '@playwright/test'
import { formatPesos } from '@tahanan/contract/money.ts'
import { formatDay } from '@tahanan/contract/time.ts'
import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { createApiClient } from '../../fixtures/api-client.ts'
import { type ClockedPortal, startClockedPortal } from '../../fixtures/clocked-portal.ts'
import {
  createSoaFile,
  createStatementPdfs,
  createStatements,
  createWebClientFile,
} from '../../fixtures/statements.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CounterPage } from '../../pages/counter-page.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../../pages/dialogs.ts'
import { holdCalls } from '../../pages/hold-calls.ts'
import { ImportPage } from '../../pages/import-page.ts'
import { OfficePayments } from '../../pages/office-payments.ts'
import { chooseRadio } from '../../pages/presses.ts'

const MONTH_SECONDS = 31 * 86_400

const [COPIED_PAYER, TICKED_PAYER, LATE_PAYER, SECOND_LATE_PAYER, RECENT_PAYER, NON_PAYER] = [
  'A-104',
  'A-201',
  'A-202',
  'A-302',
  'A-401',
  'B-104',
] as const
/** Monthly dues of each tenant, in pesos. */
const DUES_BY_TENANT: Readonly<Record<string, number>> = {
  [COPIED_PAYER]: 2000,
  [TICKED_PAYER]: 9000,
  [LATE_PAYER]: 3500,
  [SECOND_LATE_PAYER]: 12_000,
  [RECENT_PAYER]: 5000,
  [NON_PAYER]: 20_000,
}
const TENANT_CODES = Object.keys(DUES_BY_TENANT)

interface Balance {
  soaAmount: number
  receivedSince: number
  leftToPay: number
}

/**
 * Simulates the accounting system. It has a balance per tenant in centavos: monthly dues minus the payments
 * in exported files.
 */
function openBooks() {
  const balances = new Map(TENANT_CODES.map((code) => [code, 0]))
  const addToBalance = (code: string, amount: number): void =>
    void balances.set(code, (balances.get(code) ?? 0) + Math.round(amount * 100))
  return {
    bill: () => TENANT_CODES.forEach((code) => addToBalance(code, DUES_BY_TENANT[code] ?? 0)),
    book: (rows: readonly string[]) =>
      rows.forEach((row) => {
        const [code = '', amount = ''] = row.split(' ')
        if (code in DUES_BY_TENANT) addToBalance(code, -Number(amount))
      }),
    of: (code: string) => (balances.get(code) ?? 0) / 100,
  }
}

let portal: ClockedPortal | undefined

test.beforeAll(async () => {
  portal = await startClockedPortal()
})
test.afterAll(() => portal?.stop())

test('no export of an accountant counts twice', async ({ visit, allowError }) => {
  test.skip(portal === undefined, 'faketime is not installed')
  if (!portal) return
  const { url, clock } = portal
  // Expected errors: sessions expire when the test advances the clock (401), and exporting copied payments
  // needs a confirmation (409).
  allowError(/401|409/)
  const books = openBooks()
  const openOfficePage = (): Promise<Page> => visit({ on: 'desk', as: ADMIN, portal: url, now: clock.now() })
  const formatDayFromNow = (days = 0): string =>
    formatDay(new Date(clock.now() + days * 86_400_000), 'Asia/Manila')
  const createAllStatements = (date: string, getAmount = books.of) =>
    createStatements(Object.fromEntries(TENANT_CODES.map((code) => [code, getAmount(code)])), { date })
  const expectBalances = async (unbookedPayments: Readonly<Record<string, number>> = {}): Promise<void> => {
    for (const code of TENANT_CODES) {
      const { body } = await (
        await createApiClient(url, createResidentAccount(code))
      ).call<Balance>('GET', '/me')
      const receivedSince = unbookedPayments[code] ?? 0
      const portalBalance = [body.soaAmount, body.receivedSince, body.leftToPay]
      expect(portalBalance, code).toEqual([books.of(code), receivedSince, books.of(code) - receivedSince])
    }
  }

  let page = await openOfficePage()
  let officePayments = new OfficePayments(page)
  await officePayments.exportBatch()
  books.bill()
  await new ImportPage(page).importStatements(createAllStatements(formatDayFromNow()))
  await expectBalances()
  const payAtCounter = (code: string, amount: number): Promise<string> =>
    new CounterPage(page).enterPayment('Cash', code, { 'Paid Amount': String(amount) }, /^AR-/)
  const paymentNumbers = {
    copied: await payAtCounter(COPIED_PAYER, 1500.25),
    ticked: await payAtCounter(TICKED_PAYER, 4000),
    late: await payAtCounter(LATE_PAYER, 2500),
    later: await payAtCounter(SECOND_LATE_PAYER, 11_999.99),
  }

  await test.step('selected rows are exported as a copy, which says so, or as a batch', async () => {
    const selectionSheet = await officePayments.selectPayments(paymentNumbers.copied)
    await expect(selectionSheet.getByText('1 posted ₱1,500.25', { exact: true })).toBeVisible()
    const copyFile = await officePayments.downloadCsv(selectionSheet, 'Copy the posted ones')
    expect(copyFile).toEqual({ name: 'Payfile copy.csv', rows: [`${COPIED_PAYER} 1500.25 CA`] })
    await expect(findToast(page, 'Payfile copy.csv: 1 row')).toBeVisible()
    books.book(copyFile.rows)
    const batchFile = await officePayments.downloadCsv(
      await officePayments.selectPayments(paymentNumbers.ticked),
      'Export as a batch',
    )
    expect(batchFile).toEqual({ name: 'Payfile.csv', rows: [`${TICKED_PAYER} 4000.00 CA`] })
    await expect(findToast(page, 'Batch 2: 1 row')).toBeVisible()
    books.book(batchFile.rows)
  })

  await test.step('the sheet says what a tab and search contain, and exports it with a status column', async () => {
    await page.goto(`/admin/payments?search=${COPIED_PAYER}`)
    const fileSheet = await officePayments.openFileSheet()
    await expect(
      fileSheet.getByText(/^\d+ posted ₱[\d,.]+(, \d+ (verified|unverified|rejected|reversed))*$/),
    ).toBeVisible()
    const allPaymentsFile = await officePayments.downloadCsv(fileSheet, 'Download all, with status')
    expect(allPaymentsFile.name).toBe('Payfile copy with status.csv')
    expect(allPaymentsFile.rows).toContain(`${COPIED_PAYER} 1500.25 CA POSTED`)
  })

  clock.set(MONTH_SECONDS)
  page = await openOfficePage()
  officePayments = new OfficePayments(page)
  await test.step('copied payments go into a batch only after a confirmation', async () => {
    await page.goto('/admin/payments')
    const fileSheet = await officePayments.openFileSheet()
    await expect(
      fileSheet.getByText(
        /^3 rows of ₱16,000\.24 in all are posted and not yet exported\. 1 row was in a copy before\.$/,
      ),
    ).toBeVisible()
    await fileSheet.getByRole('button', { name: 'Export next batch' }).click()
    await answerAlertDialog(page, 'Export these rows again?', 'Cancel')
  })
  const thirdBatch = await officePayments.downloadCsv(
    await officePayments.selectPayments(paymentNumbers.late, paymentNumbers.later),
    'Export as a batch',
  )
  expect(thirdBatch.rows.toSorted()).toEqual([`${LATE_PAYER} 2500.00 CA`, `${SECOND_LATE_PAYER} 11999.99 CA`])
  books.book(thirdBatch.rows)
  books.bill()
  await payAtCounter(RECENT_PAYER, 700)

  const importPage = new ImportPage(page)
  await importPage.compareStatements(createAllStatements(formatDayFromNow(-1)))
  const stepTitle = 'exported payments that count as received since are listed, asked about, and moved'
  const releaseHeldCalls = await test.step(stepTitle, async () => {
    const exportedPayments = page.getByRole('region', { name: 'Exported, and not in these statements' })
    await expect(exportedPayments.getByRole('listitem')).toHaveCount(3)
    await chooseRadio(importPage.comparison.getByRole('radio', { name: 'To check', exact: true }))
    for (const [code, amount] of [
      [COPIED_PAYER, 1500.25],
      [LATE_PAYER, 2500],
      [SECOND_LATE_PAYER, 11_999.99],
    ] as const)
      await expect(importPage.comparison.getByRole('row').filter({ hasText: code })).toContainText(
        `Payments of ${formatPesos(amount)} were exported and count as received since.`,
      )
    await importPage.upload.click()
    await answerAlertDialog(page, 'Count ₱16,000.24 as received since?', 'Cancel')
    await exportedPayments.getByRole('button', { name: 'Move this batch: Batch 3' }).click()
    await expect(exportedPayments.getByText('2 lines moved into the statements')).toBeVisible()
    // Delays the refetch, so that the page still shows the import as it was before the lines moved into the
    // statements. The upload must not warn about these lines.
    const releaseCalls = await holdCalls(page, '**/api/statement-imports/*')
    await exportedPayments.getByRole('button', { name: 'Move this copy: Copy 1' }).click()
    await expect(exportedPayments.getByRole('button', { name: /^Move back/ })).toHaveCount(3)
    return releaseCalls
  })
  const saveMethods: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/tenant-soa-info')) saveMethods.push(request.method())
  })
  const savePromise = importPage.saveStatements(TENANT_CODES.length)
  await expect(importPage.upload).toBeDisabled()
  releaseHeldCalls()
  await savePromise
  expect(saveMethods).toEqual(['PUT'])
  await page.unrouteAll({ behavior: 'wait' })
  await expectBalances({ [RECENT_PAYER]: 700 })
  await test.step('a payment moved into a statement is in no later batch', async () => {
    const fourthBatch = await officePayments.exportBatch()
    expect(fourthBatch).toEqual([`${RECENT_PAYER} 700.00 CA`])
    books.book(fourthBatch)
  })

  clock.set(2 * MONTH_SECONDS)
  page = await openOfficePage()
  officePayments = new OfficePayments(page)
  const lastImportPage = new ImportPage(page)
  books.bill()
  const getShiftedAmount = (code: string): number =>
    books.of(TENANT_CODES.at(TENANT_CODES.indexOf(code) - 1) ?? '')
  await test.step('amounts in the wrong rows are named and asked about', async () => {
    await lastImportPage.compareStatements(createAllStatements(formatDayFromNow(), getShiftedAmount))
    await chooseRadio(lastImportPage.comparison.getByRole('radio', { name: 'To check', exact: true }))
    await expect(lastImportPage.comparison.getByRole('row').filter({ hasText: NON_PAYER })).toContainText(
      'Far from what is expected',
    )
    await lastImportPage.upload.click()
    await expect(findAlertDialog(page, 'Are these amounts in the right rows?')).toContainText(
      /Unusual amounts: [3-6] of 6/,
    )
    await answerAlertDialog(page, 'Are these amounts in the right rows?', 'Cancel')
    await page.getByRole('button', { name: 'Start over' }).click()
    await answerAlertDialog(page, 'Start over?', 'Start over')
  })
  await lastImportPage.importStatements(createAllStatements(formatDayFromNow()))
  await expectBalances()

  await test.step('a statement without urefno is named, and an empty import blocks no undo', async () => {
    const rows = createAllStatements(formatDayFromNow())
    await page.goto('/admin/utilities')
    await lastImportPage.chooseFiles(
      'SOA file',
      createSoaFile([
        ...rows,
        { urefno: '', name: '', amount: '', date: formatDayFromNow(), attachment: 'lost.pdf' },
      ]),
    )
    await lastImportPage.chooseFiles('Web client file', createWebClientFile(rows))
    await lastImportPage.chooseFiles(
      'Statements (PDF)',
      await createStatementPdfs(rows.map(({ attachment }) => attachment)),
    )
    await lastImportPage.expectFigures({ Changed: '0', Unchanged: '6', 'Refused rows': '1' })
    await expect(lastImportPage.comparison.getByRole('row').filter({ hasText: '(none)' })).toContainText(
      'The reference (urefno) is missing. The attachment is lost.pdf.',
    )
    await lastImportPage.upload.click()
    await answerAlertDialog(page, 'Success', 'OK')
    await lastImportPage.undoLatest(TENANT_CODES.length)
  })
})
