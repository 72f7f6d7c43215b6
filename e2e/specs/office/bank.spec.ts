import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { getDayFromNow } from '../../fixtures/days.ts'
import { sendDeposit } from '../../fixtures/deposits.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BankPage } from '../../pages/bank-page.ts'
import { answerAlertDialog, findAlertDialog } from '../../pages/dialogs.ts'

test('a bank’s file verifies sure matches, offers likely ones, and makes a payment of an unreported line', async ({
  visit,
  api,
  portal,
  allowError,
}) => {
  const payerClient = await api(createResidentAccount('B-303'))
  const adminClient = await api(ADMIN)
  const today = getDayFromNow(0)
  const findStatus = async (id: number) =>
    (await adminClient.call<{ status: number }>('GET', `/payment/${id}`)).body.status
  const sureMatch = await sendDeposit(portal, payerClient, 7201.25, 'BANK-77')
  const likelyMatch = await sendDeposit(portal, payerClient, 7202.5)

  const adminPage = await visit({ on: 'desk', as: ADMIN, to: '/admin/bank' })
  const bankPage = new BankPage(adminPage)
  await bankPage.openImport('BDO main')
  allowError(/400 .*bank-import/)
  await bankPage.chooseFile(['A-1,5'], 'urefno,uothdep')
  await expect(bankPage.sheet.getByText(/does not fit the format BDO main/)).toBeVisible()
  const lines = [
    `${today},Deposit,,"7,201.25",00BANK77`,
    `${today},Transfer B-303,,"7,202.50",T2`,
    `${today},Transfer of an aunt,,"7,203.75",T3`,
    `${today},Service charge,20.00,,`,
  ]
  await bankPage.chooseFile(lines)
  await expect(findAlertDialog(adminPage, 'File imported')).toContainText(
    '3 lines kept, 1 matched. 1 line of money out left out.',
  )
  await answerAlertDialog(adminPage, 'File imported', 'OK')
  expect([await findStatus(sureMatch), await findStatus(likelyMatch)]).toEqual([3, 2])

  allowError(/409 .*bank-import/)
  await adminPage.getByRole('button', { name: 'Import file' }).click()
  await bankPage.sheet.getByLabel('Format', { exact: true }).selectOption({ label: 'BDO main' })
  await bankPage.chooseFile(lines)
  await expect(bankPage.sheet.getByText('Every line of this file was imported before.')).toBeVisible()
  await expect(adminPage.getByText('Oops! Something went wrong.')).toBeHidden()
  await adminPage.keyboard.press('Escape')

  const findRow = (reference: string) => adminPage.getByRole('row').filter({ hasText: reference })
  await expect(findRow('00BANK77')).toContainText('MATCHED')
  await expect(findRow('T2')).toContainText('B-303 in the description')
  await findRow('T2')
    .getByRole('button', { name: /^Confirm/ })
    .click()
  await expect(findRow('T2')).toContainText('MATCHED')
  expect(await findStatus(likelyMatch)).toBe(3)

  await findRow('T3').getByRole('button', { name: /^View/ }).click()
  const line = adminPage.getByRole('dialog', { name: /7,203\.75/ })
  await line.getByRole('combobox', { name: 'Tenant' }).fill('B-303')
  await adminPage.getByRole('option', { name: /B-303/ }).click()
  await line.getByRole('button', { name: 'Create payment' }).click()
  await expect(findRow('T3')).toContainText('Made from this line')
  await adminPage.getByRole('button', { name: 'Files' }).click()
  await adminPage.getByRole('dialog', { name: 'Files' }).getByRole('button', { name: /^Undo/ }).click()
  await expect(findAlertDialog(adminPage, 'Undo the import of bank.csv?')).toContainText(
    '3 lines and 3 matches are removed.',
  )
  await answerAlertDialog(adminPage, 'Undo the import of bank.csv?', 'Undo')
  await expect(findRow('T3')).toBeHidden()
  expect([await findStatus(sureMatch), await findStatus(likelyMatch)]).toEqual([2, 2])

  const { data } = (
    await payerClient.call<{ data: { status: number; amountPaid: number }[] }>('GET', '/payments?limit=1')
  ).body
  expect(data).toMatchObject([{ status: 2, amountPaid: 7203.75 }])
})
