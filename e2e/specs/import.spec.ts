import { readFile } from 'node:fs/promises'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { getLaterStatementDay } from '../fixtures/days.ts'
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

const UTILITIES = '/admin/utilities'

/**
 * Returns statements of tenants that only this file uses, so that the balances of other tests do not change.
 */
const createCommunity = (prefix: string, count: number, amount: string): Statement[] =>
  Array.from({ length: count }, (_, place) => ({
    urefno: `${prefix}-${place + 1}`,
    name: `Tenant ${prefix} ${place + 1}`,
    amount,
    date: getLaterStatementDay(),
    attachment: `${prefix}-${place + 1}.pdf`,
  }))

test('the office previews an import, saves it, and finds it in the record', async ({ visit, api }) => {
  const office = new ImportPage(await visit({ on: 'desk', as: ADMIN, to: UTILITIES }))
  const { page } = office
  const rows: Statement[] = [
    ...createCommunity('Y', 3, '1,250.50'),
    {
      urefno: 'C-503',
      name: 'Josefina Hizon',
      amount: '4,321.00',
      date: getLaterStatementDay(),
      attachment: 'C-503.pdf',
    },
    { urefno: 'Y-9', name: 'Nobody', amount: '--5.00', date: getLaterStatementDay(), attachment: 'Y-9.pdf' },
  ]
  await office.chooseFiles('Web client file', createWebClientFile(rows))
  await office.chooseFiles('SOA file', createSoaFile(rows))
  await office.expectFigures({ 'New tenants': '3', Changed: '1', Unchanged: '0', 'Refused rows': '1' })

  const refusedRow = office.comparison.getByRole('row').filter({ hasText: 'web-client.csv' })
  await expect(refusedRow).toContainText('Y-9')
  await expect(refusedRow).toContainText('6')
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download refused rows' }).click()
  expect(await readFile(await (await downloadPromise).path(), 'utf8')).toContain('web-client.csv,6,Y-9,')

  await chooseRadio(page.getByRole('radio', { name: 'Changed', exact: true }))
  await expect(office.comparison.getByRole('row').filter({ hasText: 'C-503' })).toContainText('₱4,321.00')

  await office.chooseFiles(
    'Statements (PDF)',
    await createStatementPdfs(['y-1.PDF', 'Y-2.pdf', 'C-503.pdf', 'last-month.pdf']),
  )
  await expect(
    office.comparison.getByText('1 statement has no PDF yet. 3 PDFs are ready to upload.'),
  ).toBeVisible()
  await office.comparison.getByText('1 row without a PDF').click()
  await expect(office.comparison.getByRole('listitem').filter({ hasText: 'Y-3.pdf' })).toBeVisible()
  await office.comparison.getByText('1 PDF without a row').click()
  await expect(office.comparison.getByRole('listitem').filter({ hasText: 'last-month.pdf' })).toBeVisible()

  await office.chooseFiles('Statements (PDF)', await createStatementPdfs(['Y-3.pdf']))
  await expect(
    office.comparison.getByText('Every statement has its PDF. 4 PDFs are ready to upload.'),
  ).toBeVisible()
  await office.upload.click()
  await expect(findAlertDialog(page, 'Success')).toContainText('4 rows saved, 1 refused, 0 skipped.')
  await answerAlertDialog(page, 'Success', 'OK')
  // Finds the import by its file names, because other tests import at the same time.
  const records = page.getByRole('region', { name: 'Record of imports' }).getByRole('row')
  const record = records.filter({ hasText: 'soa.csv, web-client.csv' }).first()
  await expect(record).toContainText('Saved')
  await record.getByRole('button', { name: /^View/ }).click()
  const detail = page.getByRole('dialog', { name: 'Import of statements' })
  await expect(detail.getByText('Liza Villanueva')).toBeVisible()
  await expect(detail.getByText('4 of 4')).toBeVisible()

  const me = await (await api(createResidentAccount('C-503'))).call<{ soaAmount: number }>('GET', '/me')
  expect(me.body.soaAmount).toBe(4321)
  const searchResult = await (await api(ADMIN)).call<{ total: number }>('GET', '/tenants?searchTerm=Y-3')
  expect(searchResult.body.total).toBe(1)
})
