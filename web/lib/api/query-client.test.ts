import { InfiniteQueryObserver, MutationObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { onUnhandledFailure, queryClient, reportUncaught } from './query-client.ts'

const shown = vi.fn<(failure: unknown) => void>()
onUnhandledFailure(shown)
beforeEach(() => void shown.mockClear())

const forbidden = () => new ApiError(403, 'You may not do this.')
const ofField = () => new ApiError(400, 'Please check the name.', { errors: { name: ['Too long.'] } })

async function change(failure: ApiError, meta = {}): Promise<void> {
  const mutationFn = () => Promise.reject(failure)
  await new MutationObserver(queryClient, { mutationFn, meta }).mutate().catch(reportUncaught)
}

test('a change that fails is shown once, and not if its page shows it', async () => {
  const failure = forbidden()
  await change(failure)
  expect(shown.mock.calls).toEqual([[failure]])
  await change(forbidden(), { handles: 'all' })
  expect(shown).toHaveBeenCalledTimes(1)
  await change(ofField(), { handles: ['fields'] })
  expect(shown).toHaveBeenCalledTimes(1)
  await change(ofField())
  expect(shown, 'a button has no fields').toHaveBeenCalledTimes(2)
  await change(new ApiError(401, 'Unauthenticated.'))
  await change(new ApiError(403, 'Please confirm.', { code: 'confirmationNeeded' }))
  await change(new ApiError(409, 'Done already.', { code: 'alreadyDone' }), { handles: ['alreadyDone'] })
  expect(shown).toHaveBeenCalledTimes(2)
})

test('a call that only reads is repeated twice without an answer or after an error of the server', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  const retry = queries?.retry as (count: number, failure: Error) => boolean
  const failures = [new ApiError(0, 'No answer.'), new ApiError(503, 'Busy.'), forbidden()]
  vi.stubGlobal('navigator', { onLine: true })
  expect(failures.map((failure) => retry(1, failure))).toEqual([true, true, false])
  expect(failures.map((failure) => retry(2, failure))).toEqual([false, false, false])
  vi.unstubAllGlobals()
  expect(mutations?.retry).toBe(false)
})

test('a call outside of a mutation that nobody catches is shown, except at the end of the session', () => {
  const failure = ofField()
  expect(reportUncaught(failure)).toBe(true)
  expect(shown.mock.calls).toEqual([[failure]])
  expect(reportUncaught(new ApiError(401, 'Unauthenticated.'))).toBe(true)
  expect(shown).toHaveBeenCalledTimes(1)
  expect(reportUncaught(new TypeError('a fault of the page'))).toBe(false)
})

test('a next page that fails is shown, a refetch is not, since the page keeps its data', async () => {
  let isFailing = false
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: () => (isFailing ? Promise.reject(forbidden()) : Promise.resolve('a page')),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => pages.length + 1,
  })
  await observer.refetch()
  isFailing = true
  await observer.refetch()
  expect(shown).not.toHaveBeenCalled()
  await observer.fetchNextPage()
  expect(shown).toHaveBeenCalledTimes(1)
})
