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

const MONTH = 31 * 86_400

const [COPIED, TICKED, LATE, LATER, SINCE, NONE] = [
  'A-104',
  'A-201',
  'A-202',
  'A-302',
  'A-401',
  'B-104',
] as const
/** Monthly dues of each tenant, in pesos. */
const DUES: Readonly<Record<string, number>> = {
  [COPIED]: 2000,
  [TICKED]: 9000,
  [LATE]: 3500,
  [LATER]: 12_000,
  [SINCE]: 5000,
  [NONE]: 20_000,
}
const TENANTS = Object.keys(DUES)

interface Balance {
  soaAmount: number
  receivedSince: number
  leftToPay: number
}

/**
 * Simulates the accounting system. Amounts are in centavos: dues less the payments booked from exported
 * files.
 */
function openBooks() {
  const balances = new Map(TENANTS.map((code) => [code, 0]))
  const addToBalance = (code: string, amount: number): void =>
    void balances.set(code, (balances.get(code) ?? 0) + Math.round(amount * 100))
  return {
    bill: () => TENANTS.forEach((code) => addToBalance(code, DUES[code] ?? 0)),
    book: (rows: readonly string[]) =>
      rows.forEach((row) => {
        const [code = '', amount = ''] = row.split(' ')
        if (code in DUES) addToBalance(code, -Number(amount))
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
  // Sessions expire when the clock jumps (401), and exporting copied payments needs a confirmation (409).
  allowError(/401|409/)
  const books = openBooks()
  const openOfficePage = (): Promise<Page> => visit({ on: 'desk', as: ADMIN, portal: url, now: clock.now() })
  const formatDayIn = (days = 0): string =>
    formatDay(new Date(clock.now() + days * 86_400_000), 'Asia/Manila')
  const createAllStatements = (date: string, amountOf = books.of) =>
    createStatements(Object.fromEntries(TENANTS.map((code) => [code, amountOf(code)])), { date })
  const expectBooks = async (unbookedPayments: Readonly<Record<string, number>> = {}): Promise<void> => {
    for (const code of TENANTS) {
      const { body } = await (
        await createApiClient(url, createResidentAccount(code))
      ).call<Balance>('GET', '/me')
      const receivedSince = unbookedPayments[code] ?? 0
      const portalBalance = [body.soaAmount, body.receivedSince, body.leftToPay]
      expect(portalBalance, code).toEqual([books.of(code), receivedSince, books.of(code) - receivedSince])
    }
  }

  let page = await openOfficePage()
  let office = new OfficePayments(page)
  await office.exportBatch()
  books.bill()
  await new ImportPage(page).importStatements(createAllStatements(formatDayIn()))
  await expectBooks()
  const payAtCounter = (code: string, amount: number): Promise<string> =>
    new CounterPage(page).enterPayment('Cash', code, { 'Paid Amount': String(amount) }, /^AR-/)
  const numbers = {
    copied: await payAtCounter(COPIED, 1500.25),
    ticked: await payAtCounter(TICKED, 4000),
    late: await payAtCounter(LATE, 2500),
    later: await payAtCounter(LATER, 11_999.99),
  }

  await test.step('selected rows are exported as a copy, which says so, or as a batch', async () => {
    const sheet = await office.selectPayments(numbers.copied)
    await expect(sheet.getByText('1 posted ₱1,500.25', { exact: true })).toBeVisible()
    const copy = await office.downloadCsv(sheet, 'Copy the posted ones')
    expect(copy).toEqual({ name: 'Payfile copy.csv', rows: [`${COPIED} 1500.25 CA`] })
    await expect(findToast(page, 'Payfile copy.csv: 1 row')).toBeVisible()
    books.book(copy.rows)
    const batch = await office.downloadCsv(await office.selectPayments(numbers.ticked), 'Export as a batch')
    expect(batch).toEqual({ name: 'Payfile.csv', rows: [`${TICKED} 4000.00 CA`] })
    await expect(findToast(page, 'Batch 2: 1 row')).toBeVisible()
    books.book(batch.rows)
  })

  await test.step('the sheet says what a tab and search contain, and exports it with a status column', async () => {
    await page.goto(`/admin/payments?search=${COPIED}`)
    const sheet = await office.openFileSheet()
    await expect(
      sheet.getByText(/^\d+ posted ₱[\d,.]+(, \d+ (verified|unverified|rejected|reversed))*$/),
    ).toBeVisible()
    const all = await office.downloadCsv(sheet, 'Download all, with status')
    expect(all.name).toBe('Payfile copy with status.csv')
    expect(all.rows).toContain(`${COPIED} 1500.25 CA POSTED`)
  })

  clock.set(MONTH)
  page = await openOfficePage()
  office = new OfficePayments(page)
  await test.step('copied payments go into a batch only after a confirmation', async () => {
    await page.goto('/admin/payments')
    const sheet = await office.openFileSheet()
    await expect(
      sheet.getByText(
        /^3 rows of ₱16,000\.24 in all are posted and not yet exported\. 1 row was in a copy before\.$/,
      ),
    ).toBeVisible()
    await sheet.getByRole('button', { name: 'Export next batch' }).click()
    await answerAlertDialog(page, 'Export these rows again?', 'Cancel')
  })
  const third = await office.downloadCsv(
    await office.selectPayments(numbers.late, numbers.later),
    'Export as a batch',
  )
  expect(third.rows.toSorted()).toEqual([`${LATE} 2500.00 CA`, `${LATER} 11999.99 CA`])
  books.book(third.rows)
  books.bill()
  await payAtCounter(SINCE, 700)

  const importPage = new ImportPage(page)
  await importPage.compareStatements(createAllStatements(formatDayIn(-1)))
  const stepTitle = 'exported payments that count as received since are listed, asked about, and moved'
  const release = await test.step(stepTitle, async () => {
    const exportedPayments = page.getByRole('region', { name: 'Exported, and not in these statements' })
    await expect(exportedPayments.getByRole('listitem')).toHaveCount(3)
    await chooseRadio(importPage.comparison.getByRole('radio', { name: 'To check', exact: true }))
    for (const [code, amount] of [
      [COPIED, 1500.25],
      [LATE, 2500],
      [LATER, 11_999.99],
    ] as const)
      await expect(importPage.comparison.getByRole('row').filter({ hasText: code })).toContainText(
        `Payments of ${formatPesos(amount)} were exported and count as received since.`,
      )
    await importPage.upload.click()
    await answerAlertDialog(page, 'Count ₱16,000.24 as received since?', 'Cancel')
    await exportedPayments.getByRole('button', { name: 'Move this batch: Batch 3' }).click()
    await expect(exportedPayments.getByText('2 lines moved into the statements')).toBeVisible()
    // Holds the refetch, so that the page shows the import before the move. Upload must not warn about moved
    // lines.
    const releaseReads = await holdCalls(page, '**/api/statement-imports/*')
    await exportedPayments.getByRole('button', { name: 'Move this copy: Copy 1' }).click()
    await expect(exportedPayments.getByRole('button', { name: /^Move back/ })).toHaveCount(3)
    return releaseReads
  })
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/tenant-soa-info')) saves.push(request.method())
  })
  const savePromise = importPage.saveStatements(TENANTS.length)
  await expect(importPage.upload).toBeDisabled()
  release()
  await savePromise
  expect(saves).toEqual(['PUT'])
  await page.unrouteAll({ behavior: 'wait' })
  await expectBooks({ [SINCE]: 700 })
  await test.step('a payment moved into a statement is in no later batch', async () => {
    const fourth = await office.exportBatch()
    expect(fourth).toEqual([`${SINCE} 700.00 CA`])
    books.book(fourth)
  })

  clock.set(2 * MONTH)
  page = await openOfficePage()
  office = new OfficePayments(page)
  const last = new ImportPage(page)
  books.bill()
  const getShiftedAmount = (code: string): number => books.of(TENANTS.at(TENANTS.indexOf(code) - 1) ?? '')
  await test.step('amounts in the wrong rows are named and asked about', async () => {
    await last.compareStatements(createAllStatements(formatDayIn(), getShiftedAmount))
    await chooseRadio(last.comparison.getByRole('radio', { name: 'To check', exact: true }))
    await expect(last.comparison.getByRole('row').filter({ hasText: NONE })).toContainText(
      'Far from what is expected',
    )
    await last.upload.click()
    await expect(findAlertDialog(page, 'Are these amounts in the right rows?')).toContainText(
      /[3-6] of 6 amounts are far from/,
    )
    await answerAlertDialog(page, 'Are these amounts in the right rows?', 'Cancel')
    await page.getByRole('button', { name: 'Start over' }).click()
    await answerAlertDialog(page, 'Start over?', 'Start over')
  })
  await last.importStatements(createAllStatements(formatDayIn()))
  await expectBooks()

  await test.step('a statement without urefno is named, and an empty import blocks no undo', async () => {
    const rows = createAllStatements(formatDayIn())
    await page.goto('/admin/utilities')
    await last.chooseFiles(
      'SOA file',
      createSoaFile([
        ...rows,
        { urefno: '', name: '', amount: '', date: formatDayIn(), attachment: 'lost.pdf' },
      ]),
    )
    await last.chooseFiles('Web client file', createWebClientFile(rows))
    await last.chooseFiles(
      'Statements (PDF)',
      await createStatementPdfs(rows.map(({ attachment }) => attachment)),
    )
    await last.expectFigures({ Changed: '0', Unchanged: '6', 'Refused rows': '1' })
    await expect(last.comparison.getByRole('row').filter({ hasText: '(none)' })).toContainText(
      'The reference (urefno) is missing. The attachment is lost.pdf.',
    )
    await last.upload.click()
    await answerAlertDialog(page, 'Success', 'OK')
    await last.undoLatest(TENANTS.length)
  })
})
