import { expect, test } from 'vitest'
import { tenantsQuery } from './tenant-options.ts'

test('the tenant picker loads pages until it has all matches', () => {
  const { getNextPageParam } = tenantsQuery('dennis')
  const tenant = { id: 1, clientCode: 'A-101', uoccname: 'Dennis Reyes', unitNumber: 'A-101' }
  const page = { data: [tenant], total: 70, from: 1 }
  const pages = Array.from({ length: 4 }, () => page)
  const getNextPage = (loadedCount: number) =>
    getNextPageParam(page, pages.slice(0, loadedCount), loadedCount, [])
  expect([1, 2, 3, 4].map(getNextPage)).toEqual([2, 3, 4, undefined])
})
