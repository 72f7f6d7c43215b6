import { useIsFetching } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { useOfferedAnswers } from './use-offered-answers.ts'

const createAnswers = (amount: string) => ({
  data: [{ id: 1, title: 'Balance', text: `You owe ${amount}.` }],
})

test('prepared answers are shown only with the amounts of their last load (rules 23.9)', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValueOnce(createAnswers('₱900.00'))
  let state: ReturnType<typeof useOfferedAnswers> | undefined
  const getState = () => state as ReturnType<typeof useOfferedAnswers>
  const unmount = mountHook(() => void (state = useOfferedAnswers({ kind: 'ticket', id: 7 })), QueryProvider)
  await vi.waitFor(() => expect(getState().answers).toEqual(createAnswers('₱900.00').data))

  const resolveCallbacks: ((answers: ReturnType<typeof createAnswers>) => void)[] = []
  get.mockReturnValueOnce(new Promise((resolve) => resolveCallbacks.push(resolve)))
  flushSync(() => getState().refresh())
  await vi.waitFor(() => expect(getState()).toMatchObject({ answers: undefined, count: 1, hasFailed: false }))
  resolveCallbacks[0]?.(createAnswers('₱0.00'))
  await vi.waitFor(() => expect(getState().answers).toEqual(createAnswers('₱0.00').data))

  get.mockRejectedValueOnce(new Error('no connection'))
  flushSync(() => getState().refresh())
  await vi.waitFor(() => expect(getState()).toMatchObject({ answers: undefined, hasFailed: true }))
  await unmount()
  queryClient.clear()
})

test('a load that the list did not begin leaves the answers in place', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValueOnce(createAnswers('₱900.00'))
  let state: (ReturnType<typeof useOfferedAnswers> & { isFetching: boolean }) | undefined
  const unmount = mountHook(() => {
    state = { ...useOfferedAnswers({ kind: 'ticket', id: 7 }), isFetching: useIsFetching() > 0 }
  }, QueryProvider)
  await vi.waitFor(() => expect(state?.answers).toEqual(createAnswers('₱900.00').data))
  const resolveCallbacks: ((answers: ReturnType<typeof createAnswers>) => void)[] = []
  get.mockReturnValueOnce(new Promise((resolve) => resolveCallbacks.push(resolve)))
  void queryClient.refetchQueries()
  await vi.waitFor(() => expect(state?.isFetching).toBe(true))
  expect(state?.answers).toEqual(createAnswers('₱900.00').data)
  resolveCallbacks[0]?.(createAnswers('₱0.00'))
  await vi.waitFor(() => expect(state?.answers).toEqual(createAnswers('₱0.00').data))
  await unmount()
  queryClient.clear()
})
