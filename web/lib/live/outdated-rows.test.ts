import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { areRowsOutdated, markUnmountedAsStale, refetchEverything } from './outdated-rows.ts'

test('a list that was closed when an event came is loaded again when it is opened, and old until then', async () => {
  let serverRows = ['first']
  const observeTickets = () =>
    new QueryObserver(queryClient, { queryKey: ['tickets'], queryFn: async () => [...serverRows] }).subscribe(
      () => {},
    )
  const stopObserving = observeTickets()
  await queryClient.refetchQueries({ queryKey: ['tickets'] })
  markUnmountedAsStale()
  expect(areRowsOutdated(), 'an open list gets the event itself').toBe(false)
  stopObserving()
  serverRows = ['first', 'second']
  markUnmountedAsStale()
  expect(areRowsOutdated(), 'nothing is shown').toBe(false)
  observeTickets()
  expect(areRowsOutdated()).toBe(true)
  await vi.waitFor(() => expect(areRowsOutdated()).toBe(false))
  expect(queryClient.getQueryData(['tickets'])).toEqual(['first', 'second'])
  // The rows of an invalidated query do not count as outdated if no live event was missed.
  void queryClient.invalidateQueries({ queryKey: ['tickets'], refetchType: 'none' })
  expect(areRowsOutdated()).toBe(false)
  refetchEverything()
  expect(areRowsOutdated(), 'after a reconnect').toBe(true)
})

test.each([
  ['an event came', markUnmountedAsStale],
  ['missed events were reported', refetchEverything],
] as const)(
  'a list is loaded again if %s during its first load, whose answer lacks the row',
  async (reason, markAsStale) => {
    const queryKey = ['first load', reason]
    const resolveCallbacks: ((rows: string[]) => void)[] = []
    const createPendingLoad = () => new Promise<string[]>((resolve) => resolveCallbacks.push(resolve))
    new QueryObserver(queryClient, { queryKey, queryFn: createPendingLoad }).subscribe(() => {})
    markAsStale()
    resolveCallbacks.shift()?.(['first'])
    await vi.waitFor(() => expect(resolveCallbacks).toHaveLength(1))
    markUnmountedAsStale()
    resolveCallbacks.shift()?.(['first', 'second'])
    await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toEqual(['first', 'second']))
    expect(queryClient.isFetching({ queryKey }), 'only once').toBe(0)
  },
)
