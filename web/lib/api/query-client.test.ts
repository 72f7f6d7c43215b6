import { InfiniteQueryObserver, MutationObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { setUnhandledFailureListener, queryClient, reportUncaughtError } from './query-client.ts'

const showFailure = vi.fn<(failure: unknown) => void>()
setUnhandledFailureListener(showFailure)
beforeEach(() => void showFailure.mockClear())

const createForbiddenError = () => new ApiError(403, 'You may not do this.')
const createFieldError = () =>
  new ApiError(400, 'Please check the name.', { errors: { name: ['Too long.'] } })

async function runFailingMutation(failure: ApiError, meta = {}): Promise<void> {
  const mutationFn = () => Promise.reject(failure)
  await new MutationObserver(queryClient, { mutationFn, meta }).mutate().catch(reportUncaughtError)
}

test('a change that fails is shown once, and not if its page shows it', async () => {
  const forbiddenError = createForbiddenError()
  await runFailingMutation(forbiddenError)
  expect(showFailure.mock.calls).toEqual([[forbiddenError]])
  await runFailingMutation(createForbiddenError(), { handles: 'all' })
  expect(showFailure).toHaveBeenCalledTimes(1)
  await runFailingMutation(createFieldError(), { handles: ['fields'] })
  expect(showFailure).toHaveBeenCalledTimes(1)
  await runFailingMutation(createFieldError())
  expect(showFailure, 'a button has no fields').toHaveBeenCalledTimes(2)
  await runFailingMutation(new ApiError(401, 'Unauthenticated.'))
  await runFailingMutation(new ApiError(403, 'Please confirm.', { code: 'confirmationNeeded' }))
  await runFailingMutation(new ApiError(409, 'Done already.', { code: 'alreadyDone' }), {
    handles: ['alreadyDone'],
  })
  expect(showFailure).toHaveBeenCalledTimes(2)
})

test('a call that only reads is repeated twice without an answer or after an error of the server', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  const shouldRetry = queries?.retry as (count: number, failure: Error) => boolean
  const errorsOfCalls = [new ApiError(0, 'No answer.'), new ApiError(503, 'Busy.'), createForbiddenError()]
  vi.stubGlobal('navigator', { onLine: true })
  expect(errorsOfCalls.map((failure) => shouldRetry(1, failure))).toEqual([true, true, false])
  expect(errorsOfCalls.map((failure) => shouldRetry(2, failure))).toEqual([false, false, false])
  vi.unstubAllGlobals()
  expect(mutations?.retry).toBe(false)
})

test('a call outside of a mutation that nobody catches is shown, except at the end of the session', () => {
  const fieldError = createFieldError()
  expect(reportUncaughtError(fieldError)).toBe(true)
  expect(showFailure.mock.calls).toEqual([[fieldError]])
  expect(reportUncaughtError(new ApiError(401, 'Unauthenticated.'))).toBe(true)
  expect(showFailure).toHaveBeenCalledTimes(1)
  expect(reportUncaughtError(new TypeError('a fault of the page'))).toBe(false)
})

test('a next page that fails is shown, a refetch is not, since the page keeps its data', async () => {
  let isFailing = false
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: () => (isFailing ? Promise.reject(createForbiddenError()) : Promise.resolve('a page')),
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => pages.length + 1,
  })
  await observer.refetch()
  isFailing = true
  await observer.refetch()
  expect(showFailure).not.toHaveBeenCalled()
  await observer.fetchNextPage()
  expect(showFailure).toHaveBeenCalledTimes(1)
})
