import { createLazyEvent, rooms, type TopicHandler } from '#platform/realtime/outbox.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { presentWalkIn } from './present.ts'
import { findWalkIns } from './repository.ts'

declare module '../../../platform/realtime/outbox.ts' {
  interface Topics {
    walkIn: { id: number }
  }
}

/** Only residents get these events; the gates reload their walk-ins by the topic `gate`. */
export const walkInTopic: TopicHandler<'walkIn'> = async (db, payloads) => {
  const rows = await findWalkIns(db, [...new Set(payloads.map(({ id }) => id))])
  return rows.map((row) =>
    createLazyEvent(rooms.account('client', row.tenant_id), channels.clientWalkIns(row.tenant_id), () =>
      presentWalkIn(row, 'resident'),
    ),
  )
}
