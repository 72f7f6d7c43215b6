import { hasPermission } from '#platform/actor.ts'
import { rooms, createEventsForRooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { listActiveAdmins, toAdminRoom } from './viewers.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    administrator: { id: number }
  }
}

/**
 * Sends the id of a changed administrator to all who may list administrators. Their open lists and Manage
 * Access dialogs then load again.
 */
export const administratorTopic: TopicHandler<'administrator'> = async (db, payloads) => {
  const permittedAdmins = (await listActiveAdmins(db)).filter((admin) =>
    hasPermission(admin, 'utilities', 'userAccessDefinition'),
  )
  const readerRooms = [rooms.area('super-admin'), ...permittedAdmins.map(toAdminRoom)]
  return [...new Set(payloads.map(({ id }) => id))].flatMap((id) =>
    createEventsForRooms(readerRooms, liveChannels.administrators, { id }),
  )
}
