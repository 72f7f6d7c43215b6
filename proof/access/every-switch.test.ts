import { expect, test } from 'vitest'
import { IDLE_PERMISSIONS, PAGES } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { ENTRIES } from './entries.ts'

/**
 * Flags that allow setting a status. matrix.test.ts does not test them, because the request body decides
 * which of them is needed. The tests named below do.
 */
const STATUS_FLAGS = ['approve', 'ongoing', 'complete', 'cancel', 'reject']
const BY_STATUS = [
  // Tested in server/features/tickets/matrix.test.ts
  ...MODULES.flatMap(({ permission }) => STATUS_FLAGS.map((flag) => `${permission}.${flag}`)),
  // Tested in server/features/posting/matrix.test.ts
  ...['verify', 'posted', 'reject'].map((flag) => `payments.${flag}`),
]

test('the matrix tries every switch of Manage Access, except those that open no call', () => {
  const needed = Object.values(ENTRIES).flatMap(({ administrators }) =>
    typeof administrators === 'object' ? administrators.flags : [],
  )
  const tried = new Set<string>([...needed, ...BY_STATUS])
  const every = Object.entries(PAGES).flatMap(([page, flags]) => flags.map((flag) => `${page}.${flag}`))
  expect(every.filter((flag) => !tried.has(flag)).toSorted()).toEqual(
    Object.keys(IDLE_PERMISSIONS).toSorted(),
  )
})
