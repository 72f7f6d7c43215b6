import { expect, test } from 'vitest'
import { tenantsQuery } from './tenant-options.ts'

test('the tenant picker asks for the next page until it has all that match', () => {
  const { getNextPageParam } = tenantsQuery('dennis')
  const page = { data: [], total: 70, from: 1 }
  const next = (loaded: number) =>
    getNextPageParam(
      page,
      Array.from({ length: loaded }, () => page),
      loaded,
      [],
    )
  expect([1, 2, 3, 4].map(next)).toEqual([2, 3, 4, undefined])
})
