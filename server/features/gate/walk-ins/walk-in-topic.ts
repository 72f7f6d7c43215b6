import { createLazyEvent, rooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { presentWalkIn } from './present.ts'
import { listWalkInsByIds } from './repository.ts'

declare module '../../../platform/realtime/outbox.ts' {
  interface Topics {
    walkIn: { id: number }
  }
}

/**
 * Sends changes of walk-ins (visitors without a pass) to their residents only. The topic `gate` informs the
 * gates.
 */
export const walkInTopic: TopicHandler<'walkIn'> = async (db, payloads) => {
  const rows = await listWalkInsByIds(db, [...new Set(payloads.map(({ id }) => id))])
  return rows.map((row) =>
    createLazyEvent(rooms.account('client', row.tenant_id), liveChannels.clientWalkIns(row.tenant_id), () =>
      presentWalkIn(row, 'resident'),
    ),
  )
}
