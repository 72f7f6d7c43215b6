import type { Page } from '@playwright/test'
import { ADMIN, resident } from '../../fixtures/accounts.ts'
import type { Calls } from '../../fixtures/calls.ts'
import { expect, test } from '../../fixtures/test.ts'
import { question } from '../../pages/dialogs.ts'
import { RecordModal } from '../../pages/record-modal.ts'

const PAYER = resident('C-302')

/** Takes transfers at the counter and verifies them. Returns their numbers, newest first. */
async function addVerified(office: Calls, tenantId: number, amounts: readonly number[]): Promise<string[]> {
  const numbers: string[] = []
  for (const amountPaid of amounts) {
    const { body } = await office.call<{ id: number; referenceNumber: string }>('POST', '/counter-payment', {
      tenantId,
      type: 6,
      amountPaid,
      bank: 'BDO',
      bankReference: `NEXT-${amountPaid}`,
      transactionDate: new Date().toISOString(),
    })
    expect((await office.call('PUT', `/payment/${body.id}`, { status: 3 })).status).toBe(200)
    numbers.unshift(body.referenceNumber)
  }
  return numbers
}

/** Counts the clicks on a page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const count = { clicks: 0 }
    addEventListener('pointerdown', () => (count.clicks += 1), true)
    return count
  })
  return () => counter.evaluate(({ clicks }) => clicks)
}

test('a verified payment is posted by two clicks or by a key, and the next of the list opens', async ({
  visit,
  api,
}) => {
  const office = await api(ADMIN)
  const { id } = (await (await api(PAYER)).call<{ id: number }>('GET', '/me')).body
  // More than a page of the list.
  const amounts = Array.from({ length: 12 }, (_, nth) => 101 + nth)
  const numbers = await addVerified(office, id, amounts)
  const [first = '', second = '', third = ''] = numbers
  const statusOf = async (number: string) => {
    const { body } = await office.call<{ data: { status: number }[] }>(
      'GET',
      `/payments?searchTerm=${number}`,
    )
    return body.data[0]?.status
  }
  const page = await visit({ on: 'desk', as: ADMIN, to: `/admin/payments?status=3&search=NEXT-` })
  const modal = (number: string) => new RecordModal(page, number).dialog
  await page.getByRole('button', { name: `View ${first}` }).click()
  await expect(modal(first)).toBeVisible()

  const clicks = await countClicks(page)
  const button = page.getByRole('button', { name: 'Post and next' })
  await expect(button).toHaveAttribute('title', 'Post and next (P)')
  await button.click()
  await question(page, 'Post this payment?').getByRole('button', { name: 'Post', exact: true }).click()
  await expect(modal(second)).toBeVisible()
  expect(await clicks()).toBe(2)
  expect(await statusOf(first)).toBe(4)

  // In a field the key types a letter.
  const remarks = modal(second).getByRole('textbox', { name: 'Remarks' })
  await remarks.press('p')
  await expect(remarks).toHaveValue('p')
  await expect(question(page, 'Post this payment?')).toBeHidden()
  await remarks.fill('')
  await modal(second).getByRole('group').first().focus()
  await page.keyboard.press('p')
  await expect(question(page, 'Post this payment?')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(modal(third)).toBeVisible()

  // From payment to payment by keys only, beyond the list's page.
  for (const [nth, number] of numbers.entries()) {
    if (nth < 2) continue
    await expect(modal(number)).toBeVisible()
    await page.keyboard.press('p')
    await expect(question(page, 'Post this payment?')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(modal(number)).toBeHidden()
  }
  expect(await clicks()).toBe(2)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await Promise.all(numbers.map(statusOf))).toEqual(numbers.map(() => 4))
})
