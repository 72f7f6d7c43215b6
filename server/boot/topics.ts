import { administratorTopic } from '#features/admins/tell.ts'
import { followImport } from '#features/imports/follow-import.ts'
import { importTopic, balancesTopic } from '#features/imports/tell.ts'
import { notificationTopic } from '#features/notifications/tell.ts'
import { paymentTopic } from '#features/payments/tell.ts'
import { commentTopic, postTopic } from '#features/posts/tell.ts'
import { recordTopic } from '#features/records/tell.ts'
import { readPublicSettings } from '#features/settings/website-settings.ts'
import { presenceTopic } from '#features/tenants/presence.ts'
import { ticketTopic } from '#features/tickets/tell.ts'
import type { Questions } from '#platform/realtime/gateway.ts'
import { rooms, type Delivery } from '#platform/realtime/outbox.ts'
import type { TopicHandlers } from '#platform/realtime/relay.ts'
import type { Services } from '#platform/services.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { AREAS } from '@tahanan/contract/limits.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'

/** Requests of clients over the live connection (rules 10.7). */
export const questions: Questions = { 'soa-update': followImport }

/** Handlers of the relay: what each topic tells, and to whom. */
export function topicHandlers({
  config,
  files,
}: Pick<Services, 'config' | 'files'>): Required<TopicHandlers> {
  return {
    ticket: ticketTopic(files),
    payment: paymentTopic(files),
    notification: notificationTopic,
    post: postTopic,
    record: recordTopic,
    administrator: administratorTopic,
    comment: commentTopic(files),
    presence: presenceTopic,
    balances: balancesTopic(notificationTopic),
    import: importTopic,
    settings: async (db) => settingsChanged(await readPublicSettings(db, config)),

    reset: async () => AREAS.map((area) => ({ disconnect: rooms.area(area) })),

    // The gate of every service may have moved: each resident's page asks for its account and services again.
    services: async () => [{ room: rooms.area('client'), event: channels.account, data: {} }],

    account: async (_, accounts) =>
      accounts.map(({ area, id }) => ({ room: rooms.account(area, id), event: channels.account, data: {} })),

    sessionsEnded: async (_, ended) =>
      ended
        .flatMap(({ ids }) => ids)
        .flatMap((id) => [
          { room: rooms.session(id), event: channels.sessionEnded, data: { expired: false } },
          { disconnect: rooms.session(id) },
        ]),
  }
}

/**
 * Everybody is told of the settings. When maintenance begins, residents and administrators are cut off after that; when it
 * ends, those who waited are, because only a new connection gets them into their rooms (rules 1.12).
 */
function settingsChanged(settings: readonly Setting[]): Delivery[] {
  const maintenance = settings.some(({ name, value }) => name === 'isUnderMaintenance' && value === '1')
  return [
    { room: rooms.everybody, event: channels.publicSettings, data: settings },
    ...(maintenance
      ? [{ disconnect: rooms.area('client') }, { disconnect: rooms.area('admin') }]
      : [{ disconnect: rooms.waiting }]),
  ]
}
