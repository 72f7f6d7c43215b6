import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { ReminderPreview } from '@tahanan/contract/billing/reminder-answers.ts'
import { formatDay, formatLongDay } from '@tahanan/contract/time.ts'
import { type Account, ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { createApiClient } from '../../fixtures/api-client.ts'
import { type ClockedPortal, startClockedPortal } from '../../fixtures/clocked-portal.ts'
import { createJpeg } from '../../fixtures/files.ts'
import { createStatements } from '../../fixtures/statements.ts'
import { expect, type Screen, test } from '../../fixtures/test.ts'
import { CounterPage } from '../../pages/counter-page.ts'
import { findToast } from '../../pages/dialogs.ts'
import { ImportPage } from '../../pages/import-page.ts'
import { OfficePayments } from '../../pages/office-payments.ts'
import { PaymentPages } from '../../pages/payments.ts'
import { chooseRadio } from '../../pages/presses.ts'

const MONTH_SECONDS = 31 * 86_400
const [ARREARS_TENANT, PREPAYING_TENANT, BOUNCED_CHEQUE_PAYER, WITHHOLDING_PAYER] = [
  'B-101',
  'B-104',
  'B-201',
  'C-102',
] as const
const TENANT_CODES = [ARREARS_TENANT, PREPAYING_TENANT, BOUNCED_CHEQUE_PAYER, WITHHOLDING_PAYER]

/** Ledger of the accountant in pesos. A payment settles the oldest bill first. */
class AccountantLedger {
  private readonly bills: { amount: number; dueDate: string }[] = []
  private paidAmount = 0

  addBill(amount: number, dueDate: string): void {
    this.bills.push({ amount, dueDate })
  }
  addPayment(amount: number): void {
    this.paidAmount += amount
  }
  get owed(): number {
    return this.bills.reduce((sum, { amount }) => sum + amount, -this.paidAmount)
  }
  getOverdue(today: string): number {
    let remainingPayment = this.paidAmount
    return this.bills.reduce((sum, { amount, dueDate }) => {
      const unpaidAmount = Math.max(amount - remainingPayment, 0)
      remainingPayment = Math.max(remainingPayment - amount, 0)
      return dueDate < today ? sum + unpaidAmount : sum
    }, 0)
  }
}

const formatPesos = (amount: number): string =>
  `₱${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const formatBalance = (owedAmount: number): string =>
  owedAmount < 0 ? `Credit ${formatPesos(-owedAmount)}` : formatPesos(owedAmount)

const findRow = (page: Page | Locator, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

const findFigure = (page: Page, label: string): Locator =>
  page
    .locator('.report-figures dl.facts > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')

let portal: ClockedPortal | undefined

test.beforeAll(async () => {
  portal = await startClockedPortal()
})
test.afterAll(() => portal?.stop())

test('arrears stay overdue after a new statement, on every page that shows them', async ({
  visit,
  allowError,
}) => {
  test.skip(portal === undefined, 'faketime is not installed')
  if (!portal) return
  const { url, clock } = portal
  // Expected error: sessions expire when the test advances the clock.
  allowError(/401/)
  const openPageAs = (account: Account, screen: Screen, to?: string): Promise<Page> =>
    visit({ on: screen, as: account, to, portal: url, now: clock.now() })
  const formatDayFromNow = (days = 0): string =>
    formatDay(new Date(clock.now() + days * 86_400_000), 'Asia/Manila')
  const accountantLedgers = new Map<string, AccountantLedger>(
    TENANT_CODES.map((code) => [code, new AccountantLedger()]),
  )
  const getLedger = (code: string): AccountantLedger => accountantLedgers.get(code) ?? new AccountantLedger()
  const saveStatements = async (
    amounts: Readonly<Record<string, number>>,
    dueDate: string,
    questions?: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const importPage = new ImportPage(await openPageAs(ADMIN, 'desk'))
    await importPage.importStatements(
      createStatements(amounts, { date: formatDayFromNow(), due: dueDate }),
      questions,
    )
  }
  const billAllTenants = async (): Promise<string> => {
    const dueDate = formatDayFromNow(15)
    for (const code of TENANT_CODES) getLedger(code).addBill(10_000, dueDate)
    await saveStatements(
      Object.fromEntries(TENANT_CODES.map((code) => [code, getLedger(code).owed])),
      dueDate,
    )
    return dueDate
  }

  clock.set(0)
  const firstDueDate = await billAllTenants()
  let officePayments = new OfficePayments(await openPageAs(ADMIN, 'desk'))

  await test.step('home shows when a bill is due, and nothing overdue', async () => {
    const residentPage = await openPageAs(createResidentAccount(ARREARS_TENANT), 'phone', '/')
    const amountDueCard = residentPage.getByRole('region', { name: 'Amount due' })
    await expect(amountDueCard).toContainText(formatPesos(getLedger(ARREARS_TENANT).owed))
    await expect(amountDueCard).toContainText(`Due by ${formatLongDay(firstDueDate)}`)
    await expect(amountDueCard).not.toContainText('Overdue')
  })

  await test.step('the counter asks before it leaves a credit', async () => {
    const paymentFields = { 'Paid Amount': '14500' }
    await new CounterPage(officePayments.page).enterPayment(
      'Cash',
      PREPAYING_TENANT,
      paymentFields,
      /^AR-/,
      '₱4,500.00',
    )
    getLedger(PREPAYING_TENANT).addPayment(14_500)
  })

  const chequeFields = { Bank: 'BPI', 'Cheque number': '000117', 'Date of the cheque': formatDayFromNow() }
  const number = await new CounterPage(officePayments.page).enterPayment(
    'Cheque',
    BOUNCED_CHEQUE_PAYER,
    chequeFields,
    null,
  )
  await officePayments.verifyPayment(number)
  await officePayments.postPayment(number)
  getLedger(BOUNCED_CHEQUE_PAYER).addPayment(10_000)

  await test.step('typing the tax reduces the paid amount', async () => {
    const apiClient = await createApiClient(url, ADMIN)
    const { id } = (
      await (
        await createApiClient(url, createResidentAccount(WITHHOLDING_PAYER))
      ).call<{ id: number }>('GET', '/me')
    ).body
    expect((await apiClient.call('PUT', `/tenant/${id}`, { withholdsTax: 1 })).status).toBe(200)
    const residentPage = await openPageAs(createResidentAccount(WITHHOLDING_PAYER), 'phone')
    const payPages = new PaymentPages(residentPage)
    await payPages.chooseMethod('Direct Deposit')
    const paidAmountField = residentPage.getByRole('textbox', { name: 'Paid Amount' })
    await expect(paidAmountField).toHaveValue(getLedger(WITHHOLDING_PAYER).owed.toFixed(2))
    await residentPage.getByRole('textbox', { name: 'Tax withheld' }).pressSequentially('200')
    await expect(paidAmountField).toHaveValue('9800.00')
    await residentPage.getByLabel('Tax code').fill('WC160')
    await residentPage.getByLabel('Period from').fill(formatDayFromNow(-60))
    await residentPage.getByLabel('Period to').fill(formatDayFromNow())
    await payPages.fillCurrentDate()
    await payPages.attachDepositSlip(await createJpeg('slip.jpg', 50))
    await payPages.submit.click()
    await expect(findToast(residentPage, 'DEPOSIT SLIP UPLOADED')).toBeVisible()
    await residentPage.goto('/billings')
    const paymentNumber = (await payPages.newest.getByText(/^PY-\d{4}-\d+$/).textContent()) ?? ''
    await officePayments.verifyPayment(paymentNumber)
    await officePayments.postPayment(paymentNumber)
    getLedger(WITHHOLDING_PAYER).addPayment(9800 + 200)
  })

  clock.set(MONTH_SECONDS)
  const secondDueDate = await billAllTenants()
  officePayments = new OfficePayments(await openPageAs(ADMIN, 'desk'))
  const adminPage = officePayments.page
  await officePayments.reversePayment(number, 'Cheque returned', 'The bank returned it.')
  getLedger(BOUNCED_CHEQUE_PAYER).addPayment(-10_000)
  await new CounterPage(adminPage).enterPayment(
    'Cash',
    PREPAYING_TENANT,
    { 'Paid Amount': '6000' },
    /^AR-/,
    '₱500.00',
  )
  getLedger(PREPAYING_TENANT).addPayment(6000)
  expect(
    TENANT_CODES.map((code) => [getLedger(code).owed, getLedger(code).getOverdue(formatDayFromNow())]),
  ).toEqual([
    [20_000, 10_000],
    [-500, 0],
    [20_000, 10_000],
    [10_000, 0],
  ])

  await test.step('home shows the overdue amount, and when the rest is due', async () => {
    const residentPage = await openPageAs(createResidentAccount(ARREARS_TENANT), 'phone', '/')
    const amountDueCard = residentPage.getByRole('region', { name: 'Amount due' })
    const overdueText = formatPesos(getLedger(ARREARS_TENANT).getOverdue(formatDayFromNow()))
    await expect(
      amountDueCard.getByText(`Overdue ${overdueText} since ${formatLongDay(firstDueDate)}`),
    ).toBeVisible()
    await expect(amountDueCard.getByText(`Due by ${formatLongDay(secondDueDate)}`)).toBeVisible()
  })

  await test.step('Billings, ageing and reminders agree for each tenant', async () => {
    for (const code of TENANT_CODES) {
      const { owed } = getLedger(code)
      const overdueAmount = getLedger(code).getOverdue(formatDayFromNow())
      await adminPage.goto(`/admin/settings?search=${code}`)
      await expect(findRow(adminPage, code)).toContainText(formatBalance(owed))
      if (overdueAmount > 0)
        await expect(findRow(adminPage, code)).toContainText(`Overdue ${formatPesos(overdueAmount)} since`)
      else await expect(findRow(adminPage, code)).not.toContainText('Overdue')
      const tenantTotals = await Promise.all(
        ['Left To Pay', 'Credit', 'Net'].map((label) => findFigure(adminPage, label).textContent()),
      )
      await adminPage.goto(`/admin/ageing?search=${code}`)
      await expect(findFigure(adminPage, 'Overdue')).toHaveText(formatPesos(overdueAmount))
      for (const [index, label] of ['Left To Pay', 'Credit', 'Net'].entries())
        await expect(findFigure(adminPage, label)).toHaveText(tenantTotals[index] ?? '')
      expect(tenantTotals.slice(0, 2)).toEqual([
        formatPesos(Math.max(owed, 0)),
        formatPesos(Math.max(-owed, 0)),
      ])
    }
    await adminPage.goto('/admin/reminders')
    await adminPage.getByRole('button', { name: 'New reminders' }).click()
    const sheet = adminPage.getByRole('dialog', { name: 'New reminders' })
    await chooseRadio(sheet.getByRole('radio', { name: 'Overdue' }))
    // Compares the amounts of the API instead of the page, because the overdue tenants fill several pages.
    const { body } = await (
      await createApiClient(url, ADMIN)
    ).call<ReminderPreview>('GET', '/reminders?kind=after&days=7')
    const amountsByCode = Object.fromEntries(body.data.map(({ clientCode, amount }) => [clientCode, amount]))
    const reminderAmounts = TENANT_CODES.map((code) => amountsByCode[code] ?? 0)
    expect(reminderAmounts).toEqual(
      TENANT_CODES.map((code) => getLedger(code).getOverdue(formatDayFromNow())),
    )
    const totalAmount = body.data.reduce((sum, { amount }) => sum + amount, 0)
    await expect(sheet.getByText(`${body.total} tenants, ${formatPesos(totalAmount)}`)).toBeVisible()
    await adminPage.goto('/admin/ageing')
    await expect(findFigure(adminPage, 'Overdue')).toHaveText(formatPesos(totalAmount))
  })

  await test.step('the ageing’s CSV ends with the totals of the page', async () => {
    await adminPage.goto('/admin/ageing')
    await expect(findFigure(adminPage, 'Overdue')).toHaveText(/^₱/)
    const pageTotals = await Promise.all(
      ['Overdue', 'Left To Pay', 'Credit', 'Net'].map((label) => findFigure(adminPage, label).textContent()),
    )
    const downloadPromise = adminPage.waitForEvent('download')
    await adminPage.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await downloadPromise).path(), 'utf8')).trim().split('\r\n')
    const totalCells = lines.at(-1)?.split(',') ?? []
    expect(totalCells[0]).toBe('Total')
    expect(totalCells.slice(-4).map((cell) => formatPesos(Number(cell)))).toEqual(pageTotals)
  })

  await test.step('a returned cheque is shown as one, not as a credit', async () => {
    await adminPage.goto('/admin/collections')
    await expect(findFigure(adminPage, 'Cheques Returned')).toHaveText('-₱10,000.00')
    await adminPage.goto(`/admin/settings?search=${BOUNCED_CHEQUE_PAYER}`)
    await findRow(adminPage, BOUNCED_CHEQUE_PAYER)
      .getByRole('link', { name: BOUNCED_CHEQUE_PAYER, exact: true })
      .click()
    const ledgerTable = adminPage.getByRole('table', { name: 'Account ledger' })
    await expect(findRow(ledgerTable, 'Cheque returned')).toContainText('₱10,000.00')
    await expect(findRow(ledgerTable, 'Cheque returned')).not.toContainText('Credit')
  })

  await test.step('after an undo the ledger is in the order of its dates', async () => {
    clock.set(MONTH_SECONDS + 3 * 86_400)
    await saveStatements(
      Object.fromEntries(TENANT_CODES.map((code) => [code, 99_000])),
      formatDayFromNow(15),
      {
        'Are these amounts in the right rows?': 'Upload them',
      },
    )
    await new ImportPage(await openPageAs(ADMIN, 'desk')).undoLatest(TENANT_CODES.length)
    await saveStatements(
      Object.fromEntries(TENANT_CODES.map((code) => [code, getLedger(code).owed])),
      formatDayFromNow(15),
    )
    const { id } = (
      await (
        await createApiClient(url, createResidentAccount(PREPAYING_TENANT))
      ).call<{ id: number }>('GET', '/me')
    ).body
    type LedgerEntriesPage = { data: { date: string; amount: number; balance: number }[] }
    const { data } = (
      await (await createApiClient(url, ADMIN)).call<LedgerEntriesPage>('GET', `/ledger/${id}?limit=0`)
    ).body
    expect(data.map(({ date }) => date)).toEqual(
      data
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
    expect(data[0]?.balance).toBe(getLedger(PREPAYING_TENANT).owed)
    for (const [index, entry] of data.slice(0, -1).entries())
      expect(entry.balance - entry.amount).toBeCloseTo(data[index + 1]?.balance ?? 0, 2)
  })
})
