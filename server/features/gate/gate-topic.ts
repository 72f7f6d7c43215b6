import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import { createEventsForRooms, rooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /**
     * Live event of the gate. With the id of a pass: the pass or its entries changed. Without an id: several
     * passes or the do-not-admit list changed.
     */
    gate: { id?: number }
  }
}

// More changes than this are sent as one event without ids, so that pages reload once.
const MAX_SINGLE_EVENTS = 20

/**
 * Sends changes at the gate to administrators and gate devices. Devices reload their lists, so that an ended
 * pass is refused at once.
 */
export const gateTopic: TopicHandler<'gate'> = async (db, payloads) => {
  const ids = [...new Set(payloads.map(({ id }) => id))]
  const viewers = filterViewers(await listActiveAdmins(db), 'gate')
  const names = viewers.flatMap((admin) => [toAdminRoom(admin), rooms.gateDevice(admin.id)])
  if (ids.length > MAX_SINGLE_EVENTS) return createEventsForRooms(names, liveChannels.gate, {})
  return ids.flatMap((id) => createEventsForRooms(names, liveChannels.gate, id === undefined ? {} : { id }))
}
