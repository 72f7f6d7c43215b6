import { beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { confirmPayment } from './confirm-payment.ts'

const tenant = { id: 7, clientCode: 'A-101', uoccname: 'Reyes, Ana' }
const payment = {
  tenant,
  amountPaid: 500,
  settledAmount: 500,
  isCash: true,
  change: undefined,
}

/** Values that the fake server returns. For an undefined value, it answers 409. */
let leftToPay: number | undefined
let receiptPrefix: string | undefined
let isTaxedCashPostedLater: boolean
beforeEach(() => {
  queryClient.clear()
  leftToPay = 1200
  receiptPrefix = 'AR-2026-'
  isTaxedCashPostedLater = false
  vi.spyOn(api, 'get').mockImplementation(async (path) => {
    const mockResponse =
      path === '/cash-closes'
        ? receiptPrefix !== undefined && { data: [], receiptPrefix, isTaxedCashPostedLater }
        : leftToPay !== undefined && { leftToPay }
    if (!mockResponse) throw new ApiError(409, 'refused')
    return mockResponse as never
  })
})
test('cash is posted after a question with amount, tenant, receipt and balance (rules 17.12)', async () => {
  const confirmation = confirmPayment({ ...payment, amountPaid: 500, change: 20 })
  const question = await answerDialog(true)
  expect(question).toMatchObject({
    title: 'Post ₱500.00 of Reyes, Ana, receipt AR-2026-…?',
    content: [
      'Reyes, Ana, A-101: ₱500.00, receipt AR-2026-…',
      'Change ₱20.00',
      'Left to pay ₱1,200.00.',
    ].join('\n'),
    okText: 'Post and give receipt',
    shouldFocusCancel: false,
  })
  expect(await confirmation).toBe(true)
})

test('the question names the chosen charge, because only a reversal changes it later', async () => {
  const charge = { id: 5, date: '2026-03-01', dueDate: null, label: 'Association dues', leftToPay: 500 }
  const confirmation = confirmPayment({ ...payment, charge })
  expect((await answerDialog(true)).content).toBe(
    [
      'Reyes, Ana, A-101: ₱500.00, receipt AR-2026-…',
      'For Association dues, 1 Mar 2026',
      'Left to pay ₱1,200.00.',
    ].join('\n'),
  )
  await confirmation
})

test('more than is owed, tax withheld included, asks with the credit that it leaves (rules 17.15)', async () => {
  const confirmation = confirmPayment({ ...payment, amountPaid: 1190, settledAmount: 1200.01 })
  const question = await answerDialog(false)
  expect(question).toMatchObject({
    title: 'Take more than is owed?',
    content: [
      'Reyes, Ana, A-101: ₱1,190.00, receipt AR-2026-…',
      'Left to pay ₱1,200.00. ₱1,200.01 leaves a credit of ₱0.01.',
    ].join('\n'),
    shouldFocusCancel: true,
  })
  expect(await confirmation).toBe(false)
})

test('cash with tax withheld is not announced as posted if payments need two people (rules 17.2)', async () => {
  isTaxedCashPostedLater = true
  const taxedPayment = { ...payment, amountPaid: 490, settledAmount: 500 }
  const confirmation = confirmPayment(taxedPayment)
  expect(await answerDialog(true)).toMatchObject({
    title: 'Submit ₱490.00 of Reyes, Ana for verification?',
    content: 'Reyes, Ana, A-101: ₱490.00\nLeft to pay ₱1,200.00.',
    okText: 'Submit',
  })
  expect(await confirmation).toBe(true)
  leftToPay = 100
  queryClient.clear()
  const excessConfirmation = confirmPayment(taxedPayment)
  expect(await answerDialog(true)).toMatchObject({
    title: 'Take more than is owed?',
    content: 'Reyes, Ana, A-101: ₱490.00\nLeft to pay ₱100.00. ₱500.00 leaves a credit of ₱400.00.',
    okText: 'Submit',
  })
  await excessConfirmation
  const untaxedConfirmation = confirmPayment({ ...payment, amountPaid: 90, settledAmount: 90 })
  expect(await answerDialog(true)).toMatchObject({
    title: 'Post ₱90.00 of Reyes, Ana, receipt AR-2026-…?',
    okText: 'Post and give receipt',
  })
  await untaxedConfirmation
})

test('a cheque of what is owed, or less, is taken without a question', async () => {
  expect(await confirmPayment({ ...payment, settledAmount: 1200, isCash: false })).toBe(true)
})

test('a cheque of more than is owed asks, and names no receipt', async () => {
  leftToPay = -10
  const confirmation = confirmPayment({ ...payment, isCash: false })
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual([
    'Take more than is owed?',
    'Reyes, Ana, A-101: ₱500.00\nCredit ₱10.00. ₱500.00 leaves a credit of ₱510.00.',
  ])
  expect(await confirmation).toBe(true)
})

test('without an answer of the server the question says so', async () => {
  leftToPay = undefined
  receiptPrefix = undefined
  const confirmation = confirmPayment(payment)
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual([
    'Take this payment?',
    'Reyes, Ana, A-101: ₱500.00, receipt AR-…\nWe could not read what is left to pay.',
  ])
  await confirmation
})
