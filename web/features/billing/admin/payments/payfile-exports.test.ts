import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import * as files from '#lib/api/save-file.ts'
import { callHook } from '#lib/testing-hooks.ts'
import { dialogQueue } from '#ui/overlays/dialogs.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { PAYFILE_CSV } from '@tahanan/contract/billing/payfile-csv.ts'
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
const EXPECTED_FILE = ['Payfile.csv', PAYFILE_CSV.toCsv([ROW])]
const COPIED_BEFORE_ERROR = new ApiError(409, 'Rows of ₱300.00 in all were downloaded as a copy before.', {
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
const waitForMutations = () => vi.waitUntil(() => queryClient.isMutating() === 0)

test('rows that a copy held before go into a batch once ‘Export again’ confirms it (rules 16.18)', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(COPIED_BEFORE_ERROR).mockResolvedValueOnce(BATCH)
  openExports().batch({ payments })
  expect(await answerDialog(true)).toMatchObject({
    title: 'Export these rows again?',
    content: COPIED_BEFORE_ERROR.message,
    okText: 'Export again',
    danger: true,
  })
  await waitForMutations()
  expect(post.mock.calls).toEqual([
    ['/payfile-batch', { payments }],
    ['/payfile-batch', { payments, confirmCopied: true }],
  ])
  expect(saveText.mock.calls).toEqual([EXPECTED_FILE])
  expect(success.mock.calls).toEqual([['Batch 3: 1 row']])
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('without a yes no batch is closed, and no file is saved', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(COPIED_BEFORE_ERROR).mockResolvedValue(BATCH)
  openExports().batch({ payments })
  await answerDialog(false)
  await waitForMutations()
  expect(post).toHaveBeenCalledTimes(1)
  expect([saveText.mock.calls, onDone.mock.calls]).toEqual([[], []])
})

test('another refusal of a batch asks nothing and is not repeated', async () => {
  const refusal = new ApiError(409, 'Each is in a batch.', { code: 'nothingChosenToExport' })
  const post = vi.spyOn(api, 'post').mockRejectedValue(refusal)
  openExports().batch({ payments })
  await waitForMutations()
  expect(dialogQueue.get()).toEqual([])
  expect([post.mock.calls.length, saveText.mock.calls]).toEqual([1, []])
})

test('an earlier batch is downloaded again by its number, and closes no other', async () => {
  const [get, post] = [vi.spyOn(api, 'get').mockResolvedValue(BATCH), vi.spyOn(api, 'post')]
  openExports().batch({ number: 3 })
  await waitForMutations()
  expect(get.mock.calls).toEqual([['/payfile-batch/3']])
  expect(post).not.toHaveBeenCalled()
  expect(saveText.mock.calls).toEqual([EXPECTED_FILE])
})
