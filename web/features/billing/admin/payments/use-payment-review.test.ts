import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { callHook, mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { usePaymentReview } from './use-payment-review.ts'

const UPDATED_AT = '2026-03-12T01:00:00.000Z'
const [VERIFIED, POSTED] = [3, 4]

beforeEach(() => {
  const emptyStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal('sessionStorage', emptyStorage)
  vi.stubGlobal('localStorage', emptyStorage)
  vi.stubGlobal('location', { pathname: '/admin/payments' })
  vi.stubGlobal('document', { getElementById: () => null })
  queryClient.setQueryData(['me'], { area: 'admin', id: 1, email: 'liza@example.test', roles: [] })
})
afterEach(() => queryClient.clear())

function openReview(fields: Partial<PaymentWithHistory> = {}) {
  const payment = { id: 7, status: 2, remarks: '', setAside: null, updated_at: UPDATED_AT, ...fields }
  vi.spyOn(api, 'get').mockResolvedValue(payment)
  const put = vi.spyOn(api, 'put').mockResolvedValue(payment)
  const { decide } = callHook(() => usePaymentReview(payment as PaymentWithHistory, false, () => undefined))
  return { decide: (status: number) => decide(status, () => undefined), put }
}

test('a payment is verified without a question, and without confirming what was not asked', async () => {
  const { decide, put } = openReview()
  await decide(VERIFIED)
  expect(put.mock.calls).toEqual([['/payment/7', { status: VERIFIED, updated_at: UPDATED_AT }]])
})

test.each([
  [false, []],
  [true, [['/payment/7', { status: POSTED, updated_at: UPDATED_AT }]]],
])('a payment is posted only once that is confirmed: %s', async (isConfirmed, calls) => {
  const { decide, put } = openReview()
  const decisionPromise = decide(POSTED)
  expect((await answerDialog(isConfirmed)).title).toBe('Post this payment?')
  await decisionPromise
  expect(put.mock.calls).toEqual(calls)
})

test.each([VERIFIED, POSTED])(
  'a payment that was set aside is not decided (%i) without remarks (rules 8.38)',
  async (status) => {
    const { decide, put } = openReview({ setAside: 'The amount differs.' as never })
    await decide(status)
    expect(put).not.toHaveBeenCalled()
  },
)

test('a payment is not posted before its proof is uploaded, and nothing is asked before', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const payment = { id: 7, status: 2, remarks: '', setAside: null, updated_at: UPDATED_AT }
  const put = vi.spyOn(api, 'put').mockResolvedValue(payment)
  let review: ReturnType<typeof usePaymentReview> | undefined
  const unmount = mountHook(
    () => void (review = usePaymentReview(payment as PaymentWithHistory, false, () => undefined)),
    QueryProvider,
  )
  flushSync(() => review?.form.onUploads('proof', { busy: true, failed: false }))
  const decisionPromise = review?.decide(POSTED, () => undefined)
  expect((await answerDialog(true)).title).toBe('Unable to submit payment')
  await decisionPromise
  expect(put).not.toHaveBeenCalled()
  await unmount()
})
