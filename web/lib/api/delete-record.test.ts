import { expect, test, vi } from 'vitest'
import { api, ApiError } from './api.ts'
import { deleteRecord } from './delete-record.ts'

test.each([
  ['that was sent twice counts as done', { status: 404, wasRepeated: true, isDone: true }],
  ['that was sent once is an error', { status: 404, wasRepeated: false, isDone: false }],
  ['that is refused for another reason is an error', { status: 409, wasRepeated: true, isDone: false }],
])('a deletion of a missing record %s (rules 15.33)', async (_, { status, wasRepeated, isDone }) => {
  const failure = new ApiError(status, 'There is no such record.')
  failure.wasRepeated = wasRepeated
  vi.spyOn(api, 'delete').mockRejectedValue(failure)
  const deletion = deleteRecord('/amenity/7')
  await (isDone ? expect(deletion).resolves.toBeUndefined() : expect(deletion).rejects.toBe(failure))
})
