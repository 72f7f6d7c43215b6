import { expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import * as failures from '#ui/overlays/failures.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { issueInvoice } from './issue-invoice.ts'

test('an invoice is issued after a question that says it takes a number for good', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ number: 'SI-000007' })
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  const invoicePromise = issueInvoice(12)
  expect(await answerDialog(true)).toMatchObject({
    title: 'Issue an invoice for this charge?',
    content: 'It takes the next number of the open series, for good.',
    okText: 'Issue',
  })
  await invoicePromise
  expect(post.mock.calls).toEqual([['/invoice', { entryId: 12 }]])
  expect(success).toHaveBeenCalledWith('Invoice SI-000007 issued.')
})

test('without a yes nothing is sent', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({})
  const invoicePromise = issueInvoice(12)
  await answerDialog(false)
  await invoicePromise
  expect(post).not.toHaveBeenCalled()
})

test('a refusal is shown', async () => {
  const noSeriesError = new ApiError(409, 'No series of invoices is open.')
  vi.spyOn(api, 'post').mockRejectedValue(noSeriesError)
  const showFailureSpy = vi.spyOn(failures, 'showFailure').mockResolvedValue()
  const invoicePromise = issueInvoice(12)
  await answerDialog(true)
  await invoicePromise
  expect(showFailureSpy.mock.calls).toEqual([[noSeriesError]])
})
