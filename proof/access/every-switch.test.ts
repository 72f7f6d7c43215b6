import { expect, test } from 'vitest'
import { IDLE_PERMISSIONS, PAGES } from '@tahanan/contract/permissions.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { ENTRIES } from './entries.ts'

/** Flags of a status depend on the body, so each is tried in every status by a test of its own. */
const OF_STATUSES = ['approve', 'ongoing', 'complete', 'cancel', 'reject']
const BY_STATUS = [
  // server/features/tickets/matrix.test.ts
  ...MODULES.flatMap(({ permission }) => OF_STATUSES.map((flag) => `${permission}.${flag}`)),
  // server/features/posting/matrix.test.ts
  ...['verify', 'posted', 'reject'].map((flag) => `payments.${flag}`),
]

test('each switch of Manage Access opens a call that the matrix tries with it alone and without it, or says that it opens none', () => {
  const needed = Object.values(ENTRIES).flatMap(({ administrators }) =>
    typeof administrators === 'object' ? administrators.flags : [],
  )
  const tried = new Set<string>([...needed, ...BY_STATUS])
  const every = Object.entries(PAGES).flatMap(([page, flags]) => flags.map((flag) => `${page}.${flag}`))
  expect(every.filter((flag) => !tried.has(flag)).toSorted()).toEqual(
    Object.keys(IDLE_PERMISSIONS).toSorted(),
  )
})
