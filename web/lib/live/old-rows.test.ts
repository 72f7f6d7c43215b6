import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { areRowsOld, markMissingAsStale, reloadAll } from './old-rows.ts'

test('a list that was closed when an event came is loaded again when it is opened, and old until then', async () => {
  let rows = ['first']
  const list = () =>
    new QueryObserver(queryClient, { queryKey: ['tickets'], queryFn: async () => [...rows] }).subscribe(
      () => {},
    )
  const close = list()
  await queryClient.refetchQueries({ queryKey: ['tickets'] })
  markMissingAsStale()
  expect(areRowsOld(), 'an open list gets the event itself').toBe(false)
  close()
  rows = ['first', 'second']
  markMissingAsStale()
  expect(areRowsOld(), 'nothing is shown').toBe(false)
  list()
  expect(areRowsOld()).toBe(true)
  await vi.waitFor(() => expect(areRowsOld()).toBe(false))
  expect(queryClient.getQueryData(['tickets'])).toEqual(['first', 'second'])
  // A query that is only invalidated, without a missed event, does not count as old.
  void queryClient.invalidateQueries({ queryKey: ['tickets'], refetchType: 'none' })
  expect(areRowsOld()).toBe(false)
  reloadAll()
  expect(areRowsOld(), 'after a reconnect').toBe(true)
})

test('a list is loaded again if an event came during its first load, whose answer lacks the row', async () => {
  const answers: ((rows: string[]) => void)[] = []
  const load = () => new Promise<string[]>((resolve) => answers.push(resolve))
  new QueryObserver(queryClient, { queryKey: ['first load'], queryFn: load }).subscribe(() => {})
  markMissingAsStale()
  answers.shift()?.(['first'])
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  markMissingAsStale()
  answers.shift()?.(['first', 'second'])
  await vi.waitFor(() => expect(queryClient.getQueryData(['first load'])).toEqual(['first', 'second']))
  expect(queryClient.isFetching({ queryKey: ['first load'] }), 'only once').toBe(0)
})
