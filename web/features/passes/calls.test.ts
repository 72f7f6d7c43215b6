import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { endPass } from './calls.ts'

afterEach(() => queryClient.clear())

test('a pass that somebody else has ended is read again (rules 15.33)', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError(404, 'There is no such pass.'))
  const invalidateQueries = vi.spyOn(queryClient, 'invalidateQueries')
  await expect(endPass(7)).rejects.toThrow('There is no such pass.')
  expect(invalidateQueries.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    ['pass', 7],
    ['ticket', 7],
    ['tickets'],
  ])
})

test('an end that was sent twice and finds no pass counts as saved (rules 15.33)', async () => {
  const failure = new ApiError(404, 'There is no such pass.')
  failure.wasRepeated = true
  vi.spyOn(api, 'delete').mockRejectedValue(failure)
  await expect(endPass(7)).resolves.toBeUndefined()
})
