import { expect, test } from 'vitest'
import type { AdminActor } from '#platform/actor.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { getPostAbilities } from './policy.ts'
import type { PostRow } from './repository.ts'

const approver: AdminActor = {
  id: 1,
  sessionId: 1,
  name: '',
  area: 'admin',
  roles: createRoles({ announcements: ['view', 'approve'] }),
}
const getAbilities = (state: PostRow['shown'], approvedById: number | null = null) =>
  getPostAbilities(approver, { shown: state, approvedById, enableMessaging: 0 } as PostRow)

test('approval is offered before residents see a post, once, and not after (rules 9.5)', () => {
  expect(getAbilities('scheduled')).toEqual(['approve'])
  expect(getAbilities('scheduled', 7)).toEqual([])
  expect(getAbilities('shown')).toEqual([])
  expect(getAbilities('ended')).toEqual([])
})
