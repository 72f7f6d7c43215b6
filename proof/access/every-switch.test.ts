import { expect, test } from 'vitest'
import { UNUSED_PERMISSIONS, PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { ENTRIES } from './entries.ts'

/**
 * The request body decides which of these permissions is needed, so matrix.test.ts cannot test them. The two
 * test files named below test them.
 */
const STATUS_FLAGS = ['approve', 'ongoing', 'complete', 'cancel', 'reject']
const STATUS_PERMISSIONS = [
  // Tested in server/features/tickets/matrix.test.ts
  ...MODULES.flatMap(({ permission }) => STATUS_FLAGS.map((flag) => `${permission}.${flag}`)),
  // Tested in server/features/posting/status-permissions.test.ts
  ...['verify', 'posted', 'reject'].map((flag) => `payments.${flag}`),
]

test('the matrix tries every switch of Manage Access, except those that open no call', () => {
  const requiredFlags = Object.values(ENTRIES).flatMap(({ administrators }) =>
    typeof administrators === 'object' ? administrators.flags : [],
  )
  const testedFlags = new Set<string>([...requiredFlags, ...STATUS_PERMISSIONS])
  const everyFlag = Object.entries(PAGE_PERMISSIONS).flatMap(([page, flags]) =>
    flags.map((flag) => `${page}.${flag}`),
  )
  expect(everyFlag.filter((flag) => !testedFlags.has(flag)).toSorted()).toEqual(
    Object.keys(UNUSED_PERMISSIONS).toSorted(),
  )
})
