import { ADMIN, createResidentAccount } from '../../fixtures/accounts.ts'
import { expect, test } from '../../fixtures/test.ts'
import { findAlertDialog } from '../../pages/dialogs.ts'
import { countPresses } from '../../pages/presses.ts'
import { RecordModal } from '../../pages/record-modal.ts'

test('a verified payment is posted by two clicks or by a key, and the next of the list opens, beyond its page', async ({
  visit,
  api,
}) => {
  const adminClient = await api(ADMIN)
  const { id: tenantId } = (
    await (await api(createResidentAccount('C-302'))).call<{ id: number }>('GET', '/me')
  ).body
  const referenceNumbers: string[] = []
  for (let index = 0; index < 11; index++) {
    const { body } = await adminClient.call<{ id: number; referenceNumber: string }>(
      'POST',
      '/counter-payment',
      {
        tenantId,
        type: 6,
        amountPaid: 101 + index,
        bank: 'BDO',
        bankReference: `NEXT-${index}`,
        transactionDate: new Date().toISOString(),
      },
    )
    expect((await adminClient.call('PUT', `/payment/${body.id}`, { status: 3 })).status).toBe(200)
    referenceNumbers.unshift(body.referenceNumber)
  }
  const findStatus = async (number: string) => {
    const { body } = await adminClient.call<{ data: { status: number }[] }>(
      'GET',
      `/payments?searchTerm=${number}`,
    )
    return body.data[0]?.status
  }
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/payments?status=3&search=NEXT-&limit=10` })
  const findModal = (number = '') => new RecordModal(page, number).dialog
  const confirmDialog = findAlertDialog(page, 'Post this payment?')
  const [first, second, third] = referenceNumbers.slice(8)
  await page.getByRole('button', { name: `View ${first}` }).click()
  await expect(findModal(first)).toBeVisible()

  const getPressCounts = await countPresses(page)
  const postAndNextButton = page.getByRole('button', { name: 'Post and next' })
  await expect(postAndNextButton).toHaveAttribute('title', 'Post and next (P)')
  await postAndNextButton.click()
  await confirmDialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(findModal(second)).toBeVisible()
  expect(await getPressCounts()).toEqual({ clicks: 2, keys: 0 })
  expect(await findStatus(first ?? '')).toBe(4)

  const remarks = findModal(second).getByRole('textbox', { name: 'Remarks' })
  await remarks.press('p')
  await expect(remarks).toHaveValue('p')
  await expect(confirmDialog).toBeHidden()
  await remarks.fill('')
  await findModal(second).getByRole('group').first().focus()
  await page.keyboard.press('p')
  await expect(confirmDialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(findModal(third)).toBeVisible()
  expect(await findStatus(second ?? '')).toBe(4)
  await page.keyboard.press('p')
  await expect(confirmDialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await findStatus(third ?? '')).toBe(4)
})
