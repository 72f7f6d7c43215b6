import { createLazyEvent, rooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { presentWalkIn } from './present.ts'
import { listWalkInsByIds } from './repository.ts'

declare module '../../../platform/realtime/outbox.ts' {
  interface Topics {
    walkIn: { id: number }
  }
}

/** Sends changes of walk-ins to their residents only. The gates are informed by the topic `gate` instead. */
export const walkInTopic: TopicHandler<'walkIn'> = async (db, payloads) => {
  const rows = await listWalkInsByIds(db, [...new Set(payloads.map(({ id }) => id))])
  return rows.map((row) =>
    createLazyEvent(rooms.account('client', row.tenant_id), liveChannels.clientWalkIns(row.tenant_id), () =>
      presentWalkIn(row, 'resident'),
    ),
  )
}
