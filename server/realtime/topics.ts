import { channels } from '@tahanan/contract/channels.ts'
import type { DbOrTx } from '../db/client.ts'
import { notificationTopic } from '../notifications/topic.ts'
import { rooms } from './outbox.ts'
import type { Delivery } from './outbox.ts'
import type { TopicHandlers } from './relay.ts'

/** One public setting, as `GET /api/public-website-settings` lists it. */
interface PublicSetting {
  name: string
  value: string
}

/** Handlers of the topics that several areas share; tickets bring their own. */
export function sharedTopics(
  publicSettings: (db: DbOrTx) => Promise<readonly PublicSetting[]>,
): Omit<TopicHandlers, 'ticket'> {
  return {
    settings: async (db) => settingsChanged(await publicSettings(db)),

    // The gate of every service may have moved: each resident's page asks for its account and services again.
    services: async () => [{ room: rooms.area('client'), event: channels.account, data: {} }],

    account: async (_, accounts) =>
      accounts.map(({ area, id }) => ({ room: rooms.account(area, id), event: channels.account, data: {} })),

    sessionsEnded: async (_, ended) =>
      ended
        .flatMap(({ ids }) => ids)
        .flatMap((id) => [
          { room: rooms.session(id), event: channels.sessionEnded, data: {} },
          { disconnect: rooms.session(id) },
        ]),

    notification: notificationTopic,
  }
}

/**
 * Everybody is told of the settings. When maintenance begins, residents and administrators are cut off after that; when it
 * ends, those who waited are, because only a new connection gets them into their rooms (decisions §1).
 */
function settingsChanged(settings: readonly PublicSetting[]): Delivery[] {
  const maintenance = settings.some(({ name, value }) => name === 'isUnderMaintenance' && value === '1')
  return [
    { room: rooms.everybody, event: channels.publicSettings, data: settings },
    ...(maintenance
      ? [{ disconnect: rooms.area('client') }, { disconnect: rooms.area('admin') }]
      : [{ disconnect: rooms.waiting }]),
  ]
}
