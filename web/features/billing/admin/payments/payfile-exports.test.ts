import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import * as files from '#lib/api/save-file.ts'
import { callHook } from '#lib/testing-hooks.ts'
import { questions } from '#ui/overlays/dialogs.ts'
import { answerQuestion } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { PAYFILE } from '@tahanan/contract/billing/payfile.ts'
import { usePayfileExports } from './payfile-exports.ts'

const ROW = {
  id: 7,
  trnno: 'PY-2026-000007',
  trndate: '28/11/2026',
  urefno: 'A-101',
  clientname: 'Reyes, Ana',
  payamt: 300,
  trantype: 'DD',
}
const BATCH = { number: 3, data: [ROW] }
const FILE = ['Payfile.csv', PAYFILE.toCsv([ROW])]
const COPIED = new ApiError(409, 'Rows of ₱300.00 in all were downloaded as a copy before.', {
  code: 'copiedBefore',
})
const payments = { ids: [7] }

const [onDone, success] = [vi.fn(), vi.fn()]
const saveText = vi.fn()
beforeEach(() => {
  for (const mock of [onDone, success, saveText]) mock.mockReset()
  vi.spyOn(files, 'saveText').mockImplementation(saveText)
  vi.spyOn(toast, 'success').mockImplementation(success)
})
afterEach(() => queryClient.clear())

const openExports = () => callHook(() => usePayfileExports(onDone))
const waitForEnd = () => vi.waitUntil(() => queryClient.isMutating() === 0)

test('rows that a copy held before go into a batch once ‘Export again’ confirms it (rules 16.18)', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(COPIED).mockResolvedValueOnce(BATCH)
  openExports().batch({ payments })
  expect(await answerQuestion(true)).toMatchObject({
    title: 'Export these rows again?',
    content: COPIED.message,
    okText: 'Export again',
    danger: true,
  })
  await waitForEnd()
  expect(post.mock.calls).toEqual([
    ['/payfile-batch', { payments }],
    ['/payfile-batch', { payments, confirmCopied: true }],
  ])
  expect(saveText.mock.calls).toEqual([FILE])
  expect(success.mock.calls).toEqual([['Batch 3: 1 row']])
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('without a yes no batch is closed, and no file is saved', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(COPIED).mockResolvedValue(BATCH)
  openExports().batch({ payments })
  await answerQuestion(false)
  await waitForEnd()
  expect(post).toHaveBeenCalledTimes(1)
  expect([saveText.mock.calls, onDone.mock.calls]).toEqual([[], []])
})

test('another refusal of a batch asks nothing and is not repeated', async () => {
  const refusal = new ApiError(409, 'Each is in a batch.', { code: 'nothingChosenToExport' })
  const post = vi.spyOn(api, 'post').mockRejectedValue(refusal)
  openExports().batch({ payments })
  await waitForEnd()
  expect(questions.get()).toEqual([])
  expect([post.mock.calls.length, saveText.mock.calls]).toEqual([1, []])
})

test('an earlier batch is downloaded again by its number, and closes no other', async () => {
  const [get, post] = [vi.spyOn(api, 'get').mockResolvedValue(BATCH), vi.spyOn(api, 'post')]
  openExports().batch({ number: 3 })
  await waitForEnd()
  expect(get.mock.calls).toEqual([['/payfile-batch/3']])
  expect(post).not.toHaveBeenCalled()
  expect(saveText.mock.calls).toEqual([FILE])
})
