import { readFile } from 'node:fs/promises'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { getNextMonthStatementDay } from '../fixtures/days.ts'
import {
  createSoaFile,
  type Statement,
  createStatementPdfs,
  createWebClientFile,
} from '../fixtures/statements.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog } from '../pages/dialogs.ts'
import { ImportPage } from '../pages/import-page.ts'
import { chooseRadio } from '../pages/presses.ts'

const UTILITIES_PATH = '/admin/utilities'

/**
 * Returns statements for new tenants of this file, so that imports do not change the balances in other tests.
 */
const createCommunity = (prefix: string, count: number, amount: string): Statement[] =>
  Array.from({ length: count }, (_, index) => ({
    urefno: `${prefix}-${index + 1}`,
    name: `Tenant ${prefix} ${index + 1}`,
    amount,
    date: getNextMonthStatementDay(),
    attachment: `${prefix}-${index + 1}.pdf`,
  }))

test('the office previews an import, saves it, and finds it in the record', async ({ visit, api }) => {
  const importPage = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES_PATH }))
  const { page } = importPage
  const statementRows: Statement[] = [
    ...createCommunity('Y', 3, '1,250.50'),
    {
      urefno: 'C-503',
      name: 'Josefina Hizon',
      amount: '4,321.00',
      date: getNextMonthStatementDay(),
      attachment: 'C-503.pdf',
    },
    {
      urefno: 'Y-9',
      name: 'Nobody',
      amount: '--5.00',
      date: getNextMonthStatementDay(),
      attachment: 'Y-9.pdf',
    },
  ]
  await importPage.chooseFiles('Web client file', createWebClientFile(statementRows))
  await importPage.chooseFiles('SOA file', createSoaFile(statementRows))
  await importPage.expectFigures({ 'New tenants': '3', Changed: '1', Unchanged: '0', 'Refused rows': '1' })

  const refusedRow = importPage.comparison.getByRole('row').filter({ hasText: 'web-client.csv' })
  await expect(refusedRow).toContainText('Y-9')
  await expect(refusedRow).toContainText('6')
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download refused rows' }).click()
  expect(await readFile(await (await downloadPromise).path(), 'utf8')).toContain('web-client.csv,6,Y-9,')

  await chooseRadio(page.getByRole('radio', { name: 'Changed', exact: true }))
  await expect(importPage.comparison.getByRole('row').filter({ hasText: 'C-503' })).toContainText('₱4,321.00')

  await importPage.chooseFiles(
    'Statements (PDF)',
    await createStatementPdfs(['y-1.PDF', 'Y-2.pdf', 'C-503.pdf', 'last-month.pdf']),
  )
  await expect(
    importPage.comparison.getByText('1 statement has no PDF yet. 3 PDFs are ready to upload.'),
  ).toBeVisible()
  await importPage.comparison.getByText('1 row without a PDF').click()
  await expect(importPage.comparison.getByRole('listitem').filter({ hasText: 'Y-3.pdf' })).toBeVisible()
  await importPage.comparison.getByText('1 PDF without a row').click()
  await expect(
    importPage.comparison.getByRole('listitem').filter({ hasText: 'last-month.pdf' }),
  ).toBeVisible()

  await importPage.chooseFiles('Statements (PDF)', await createStatementPdfs(['Y-3.pdf']))
  await expect(
    importPage.comparison.getByText('Every statement has its PDF. 4 PDFs are ready to upload.'),
  ).toBeVisible()
  await importPage.upload.click()
  await expect(findAlertDialog(page, 'Success')).toContainText('4 rows saved, 1 refused, 0 skipped.')
  await answerAlertDialog(page, 'Success', 'OK')
  // Finds the import by its file names, because other tests import at the same time.
  const importRows = page.getByRole('region', { name: 'Record of imports' }).getByRole('row')
  const importRow = importRows.filter({ hasText: 'soa.csv, web-client.csv' }).first()
  await expect(importRow).toContainText('Saved')
  await importRow.getByRole('button', { name: /^View/ }).click()
  const importDialog = page.getByRole('dialog', { name: 'Import of statements' })
  await expect(importDialog.getByText('Liza Villanueva')).toBeVisible()
  await expect(importDialog.getByText('4 of 4')).toBeVisible()

  const meResponse = await (
    await api(createResidentAccount('C-503'))
  ).call<{ soaAmount: number }>('GET', '/me')
  expect(meResponse.body.soaAmount).toBe(4321)
  const searchResult = await (await api(ADMIN)).call<{ total: number }>('GET', '/tenants?searchTerm=Y-3')
  expect(searchResult.body.total).toBe(1)
})
