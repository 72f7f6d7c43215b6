import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient, setUnhandledFailureListener } from '#lib/api/query-client.ts'
import { callHook } from '#lib/testing-hooks.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { useDeleteRecord } from './use-delete-record.ts'

afterEach(() => {
  setUnhandledFailureListener(() => {})
  queryClient.clear()
})

test.each([
  ['sent twice', true],
  ['sent once', false],
])('a deletion that finds no record and was %s (rules 15.33)', async (_, wasRepeated) => {
  const failure = new ApiError(404, 'There is no such record.')
  failure.wasRepeated = wasRepeated
  vi.spyOn(api, 'delete').mockRejectedValue(failure)
  const showToast = vi.spyOn(toast, 'success').mockReturnValue()
  const showFailure = vi.fn()
  setUnhandledFailureListener(showFailure)
  const deleteRow = callHook(() => useDeleteRecord())
  const deletion = deleteRow({
    path: '/amenity/7',
    question: { title: 'Do you Want to delete this item?', name: 'Pool' },
    toast: 'Amenity',
    staleQueries: [],
  })
  await answerDialog(true)
  expect(await deletion).toBe(wasRepeated)
  expect(showToast.mock.calls).toEqual(wasRepeated ? [['Amenity deleted successfully.', 'Pool']] : [])
  expect(showFailure).toHaveBeenCalledTimes(wasRepeated ? 0 : 1)
})
