import { expect, test } from 'vitest'
import type { AdminActor } from '#platform/actor.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { postAbilities } from './policy.ts'
import type { PostRow } from './repository.ts'

const approver: AdminActor = {
  id: 1,
  sessionId: 1,
  name: '',
  area: 'admin',
  roles: createRoles({ announcements: ['view', 'approve'] }),
}
const abilities = (shown: PostRow['shown'], approvedById: number | null = null) =>
  postAbilities(approver, { shown, approvedById, enableMessaging: 0 } as PostRow)

test('approval is offered before residents see a post, once, and not after (rules 9.5)', () => {
  expect(abilities('scheduled')).toEqual(['approve'])
  expect(abilities('scheduled', 7)).toEqual([])
  expect(abilities('shown')).toEqual([])
  expect(abilities('ended')).toEqual([])
})
