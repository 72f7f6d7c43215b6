import { administratorTopic } from '#features/admins/administrator-topic.ts'
import { createWritingEventHandler } from '#features/conversation/create-writing-event-handler.ts'
import { messageTopic } from '#features/conversation/message-topic.ts'
import { gateTopic } from '#features/gate/gate-topic.ts'
import { walkInTopic } from '#features/gate/walk-ins/walk-in-topic.ts'
import { importTopic, balancesTopic } from '#features/imports/import-topic.ts'
import { subscribeToImport } from '#features/imports/subscribe-to-import.ts'
import { noteTopic } from '#features/internal-notes/note-topic.ts'
import { notificationTopic } from '#features/notifications/notification-topic.ts'
import { paymentTopic } from '#features/payments/payment-topic.ts'
import { commentTopic, postTopic } from '#features/posts/post-topic.ts'
import { recordTopic } from '#features/records/record-topic.ts'
import { listPublicSettings } from '#features/settings/website-settings.ts'
import { presenceTopic } from '#features/tenants/presence.ts'
import { ticketTopic } from '#features/tickets/ticket-topic.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import type { ClientRequests } from '#platform/realtime/gateway.ts'
import { createEventsForRooms, rooms, type OutgoingEvent } from '#platform/realtime/outbox.ts'
import type { TopicHandlers } from '#platform/realtime/relay.ts'
import { AREAS } from '@tahanan/contract/limits.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'

/** Handlers of requests that web pages send over the live connection (rules 10.7). */
export const createClientRequests = ({ db }: Pick<PlatformContext, 'db'>): ClientRequests => ({
  'soa-update': subscribeToImport,
  writing: createWritingEventHandler({ db }),
})

export function createTopicHandlers({
  config,
  files,
}: Pick<PlatformContext, 'config' | 'files'>): Required<TopicHandlers> {
  return {
    ticket: ticketTopic(files),
    payment: paymentTopic(files),
    notification: notificationTopic,
    post: postTopic,
    record: recordTopic,
    administrator: administratorTopic,
    comment: commentTopic(files),
    message: messageTopic(files),
    note: noteTopic(files),
    gate: gateTopic,
    walkIn: walkInTopic,
    presence: presenceTopic,
    balances: balancesTopic(notificationTopic),
    import: importTopic,
    settings: async (db) => createSettingsEvents(await listPublicSettings(db, config)),

    reset: async () => AREAS.map((area) => ({ disconnect: rooms.area(area) })),

    // A service was enabled or disabled, so the pages of all residents must load their account and services
    // again.
    services: async () => [{ room: rooms.area('client'), event: liveChannels.account, data: {} }],

    account: async (_, accounts) =>
      accounts.flatMap(({ area, id }) => {
        const roomNames = [rooms.account(area, id), ...(area === 'admin' ? [rooms.gateDevice(id)] : [])]
        return createEventsForRooms(roomNames, liveChannels.account, {})
      }),

    sessionChanged: async (_, changedSessions) =>
      changedSessions.map(({ id }) => ({ disconnect: rooms.session(id) })),

    sessionsEnded: async (_, endedSessions) =>
      endedSessions
        .flatMap(({ ids }) => ids)
        .flatMap((id) => [
          { room: rooms.session(id), event: liveChannels.sessionEnded, data: { expired: false } },
          { disconnect: rooms.session(id) },
        ]),
  }
}

/**
 * Sends the public settings to every live connection. When maintenance begins, disconnects residents and
 * administrators. When it ends, disconnects those who wait, so that they reconnect and get events again
 * (rules 1.12).
 */
function createSettingsEvents(settings: readonly Setting[]): OutgoingEvent[] {
  const isUnderMaintenance = settings.some(
    ({ name, value }) => name === 'isUnderMaintenance' && value === '1',
  )
  return [
    { room: rooms.everybody, event: liveChannels.publicSettings, data: settings },
    ...(isUnderMaintenance
      ? [{ disconnect: rooms.area('client') }, { disconnect: rooms.area('admin') }]
      : [{ disconnect: rooms.waiting }]),
  ]
}
