import { can } from '#platform/actor.ts'
import { rooms, toEach, type TopicHandler } from '#platform/realtime/outbox.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { activeAdmins, roomOf } from './viewers.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** An administrator was added, changed or deleted. */
    administrator: { id: number }
  }
}

/**
 * Tells whoever may list administrators that one was added, changed or deleted, by the id alone: an open list, and an open
 * Manage Access, asks again and gets what its reader may see.
 */
export const administratorTopic: TopicHandler<'administrator'> = async (db, payloads) => {
  const readers = (await activeAdmins(db)).filter((admin) => can(admin, 'utilities', 'userAccessDefinition'))
  const told = [rooms.area('super-admin'), ...readers.map(roomOf)]
  return [...new Set(payloads.map(({ id }) => id))].flatMap((id) =>
    toEach(told, channels.administrators, { id }),
  )
}
