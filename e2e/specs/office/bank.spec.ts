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
  const payer = await api(createResidentAccount('B-303'))
  const office = await api(ADMIN)
  const today = getDayFromNow(0)
  const findStatus = async (id: number) =>
    (await office.call<{ status: number }>('GET', `/payment/${id}`)).body.status
  const sure = await sendDeposit(portal, payer, 7201.25, 'BANK-77')
  const likelyMatch = await sendDeposit(portal, payer, 7202.5)

  const desk = await visit({ on: 'desk', as: ADMIN, to: '/admin/bank' })
  const bank = new BankPage(desk)
  await bank.openImport('BDO main')
  allowError(/400 .*bank-import/)
  await bank.chooseFile(['A-1,5'], 'urefno,uothdep')
  await expect(bank.sheet.getByText(/does not fit the format BDO main/)).toBeVisible()
  const lines = [
    `${today},Deposit,,"7,201.25",00BANK77`,
    `${today},Transfer B-303,,"7,202.50",T2`,
    `${today},Transfer of an aunt,,"7,203.75",T3`,
    `${today},Service charge,20.00,,`,
  ]
  await bank.chooseFile(lines)
  await expect(findAlertDialog(desk, 'File imported')).toContainText(
    '3 lines kept, 1 matched. 1 line of money out left out.',
  )
  await answerAlertDialog(desk, 'File imported', 'OK')
  expect([await findStatus(sure), await findStatus(likelyMatch)]).toEqual([3, 2])

  allowError(/409 .*bank-import/)
  await desk.getByRole('button', { name: 'Import file' }).click()
  await bank.sheet.getByLabel('Format', { exact: true }).selectOption({ label: 'BDO main' })
  await bank.chooseFile(lines)
  await expect(bank.sheet.getByText('Every line of this file was imported before.')).toBeVisible()
  await expect(desk.getByText('Oops! Something went wrong.')).toBeHidden()
  await desk.keyboard.press('Escape')

  const findRow = (reference: string) => desk.getByRole('row').filter({ hasText: reference })
  await expect(findRow('00BANK77')).toContainText('MATCHED')
  await expect(findRow('T2')).toContainText('B-303 in the description')
  await findRow('T2')
    .getByRole('button', { name: /^Confirm/ })
    .click()
  await expect(findRow('T2')).toContainText('MATCHED')
  expect(await findStatus(likelyMatch)).toBe(3)

  await findRow('T3').getByRole('button', { name: /^View/ }).click()
  const line = desk.getByRole('dialog', { name: /7,203\.75/ })
  await line.getByRole('combobox', { name: 'Tenant' }).fill('B-303')
  await desk.getByRole('option', { name: /B-303/ }).click()
  await line.getByRole('button', { name: 'Create payment' }).click()
  await expect(findRow('T3')).toContainText('Made from this line')
  await desk.getByRole('button', { name: 'Files' }).click()
  await desk.getByRole('dialog', { name: 'Files' }).getByRole('button', { name: /^Undo/ }).click()
  await expect(findAlertDialog(desk, 'Undo the import of bank.csv?')).toContainText(
    '3 lines and 3 matches are removed.',
  )
  await answerAlertDialog(desk, 'Undo the import of bank.csv?', 'Undo')
  await expect(findRow('T3')).toBeHidden()
  expect([await findStatus(sure), await findStatus(likelyMatch)]).toEqual([2, 2])

  const { data } = (
    await payer.call<{ data: { status: number; amountPaid: number }[] }>('GET', '/payments?limit=1')
  ).body
  expect(data).toMatchObject([{ status: 2, amountPaid: 7203.75 }])
})
