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

const PAYFILE_ROW = {
  id: 7,
  trnno: 'PY-2026-000007',
  trndate: '28/11/2026',
  urefno: 'A-101',
  clientname: 'Reyes, Ana',
  payamt: 300,
  trantype: 'DD',
}
const PAYFILE_BATCH = { number: 3, data: [PAYFILE_ROW] }
const EXPECTED_FILE = ['Payfile.csv', PAYFILE_CSV.toCsv([PAYFILE_ROW])]
const COPIED_BEFORE_ERROR = new ApiError(409, 'Rows of ₱300.00 in all were downloaded as a copy before.', {
  code: 'copiedBefore',
})
const exportParameters = { ids: [7] }

const [onDone, success] = [vi.fn(), vi.fn()]
const saveText = vi.fn()
beforeEach(() => {
  for (const mockFunction of [onDone, success, saveText]) mockFunction.mockReset()
  vi.spyOn(files, 'saveText').mockImplementation(saveText)
  vi.spyOn(toast, 'success').mockImplementation(success)
})
afterEach(() => queryClient.clear())

const callPayfileExports = () => callHook(() => usePayfileExports(onDone))
const waitForMutations = () => vi.waitUntil(() => queryClient.isMutating() === 0)

test('rows that a copy held before go into a batch once ‘Export again’ confirms it (rules 16.18)', async () => {
  const post = vi
    .spyOn(api, 'post')
    .mockRejectedValueOnce(COPIED_BEFORE_ERROR)
    .mockResolvedValueOnce(PAYFILE_BATCH)
  callPayfileExports().batch({ payments: exportParameters })
  expect(await answerDialog(true)).toMatchObject({
    title: 'Export these rows again?',
    content: COPIED_BEFORE_ERROR.message,
    okText: 'Export again',
    danger: true,
  })
  await waitForMutations()
  expect(post.mock.calls).toEqual([
    ['/payfile-batch', { payments: exportParameters }],
    ['/payfile-batch', { payments: exportParameters, confirmCopied: true }],
  ])
  expect(saveText.mock.calls).toEqual([EXPECTED_FILE])
  expect(success.mock.calls).toEqual([['Batch 3: 1 row']])
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('without a yes no batch is closed, and no file is saved', async () => {
  const post = vi
    .spyOn(api, 'post')
    .mockRejectedValueOnce(COPIED_BEFORE_ERROR)
    .mockResolvedValue(PAYFILE_BATCH)
  callPayfileExports().batch({ payments: exportParameters })
  await answerDialog(false)
  await waitForMutations()
  expect(post).toHaveBeenCalledTimes(1)
  expect([saveText.mock.calls, onDone.mock.calls]).toEqual([[], []])
})

test('another refusal of a batch asks nothing and is not repeated', async () => {
  const alreadyInBatchError = new ApiError(409, 'Each is in a batch.', { code: 'nothingChosenToExport' })
  const post = vi.spyOn(api, 'post').mockRejectedValue(alreadyInBatchError)
  callPayfileExports().batch({ payments: exportParameters })
  await waitForMutations()
  expect(dialogQueue.get()).toEqual([])
  expect([post.mock.calls.length, saveText.mock.calls]).toEqual([1, []])
})

test('an earlier batch is downloaded again by its number, and closes no other', async () => {
  const [get, post] = [vi.spyOn(api, 'get').mockResolvedValue(PAYFILE_BATCH), vi.spyOn(api, 'post')]
  callPayfileExports().batch({ number: 3 })
  await waitForMutations()
  expect(get.mock.calls).toEqual([['/payfile-batch/3']])
  expect(post).not.toHaveBeenCalled()
  expect(saveText.mock.calls).toEqual([EXPECTED_FILE])
})
