import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import { createEventsForRooms, rooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { channels } from '@tahanan/contract/channels.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** A pass, entry or walk-in changed. Without an id, several did, or the do-not-admit list. */
    gate: { id?: number }
  }
}

// Beyond this number, pages reload once.
const MAX_SINGLE_EVENTS = 20

/** The gates reload their lists, so that an ended pass is refused at once. */
export const gateTopic: TopicHandler<'gate'> = async (db, payloads) => {
  const ids = [...new Set(payloads.map(({ id }) => id))]
  const viewers = filterViewers(await listActiveAdmins(db), 'gate')
  const names = viewers.flatMap((admin) => [toAdminRoom(admin), rooms.atGate(admin.id)])
  if (ids.length > MAX_SINGLE_EVENTS) return createEventsForRooms(names, channels.gate, {})
  return ids.flatMap((id) => createEventsForRooms(names, channels.gate, id === undefined ? {} : { id }))
}
