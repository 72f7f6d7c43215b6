import { administratorTopic } from '#features/admins/tell.ts'
import { createTellWriting } from '#features/conversation/tell-writing.ts'
import { messageTopic } from '#features/conversation/tell.ts'
import { gateTopic } from '#features/gate/tell.ts'
import { followImport } from '#features/imports/follow-import.ts'
import { importTopic, balancesTopic } from '#features/imports/tell.ts'
import { noteTopic } from '#features/internal-notes/tell.ts'
import { notificationTopic } from '#features/notifications/tell.ts'
import { paymentTopic } from '#features/payments/tell.ts'
import { commentTopic, postTopic } from '#features/posts/tell.ts'
import { recordTopic } from '#features/records/tell.ts'
import { readPublicSettings } from '#features/settings/website-settings.ts'
import { presenceTopic } from '#features/tenants/presence.ts'
import { ticketTopic } from '#features/tickets/tell.ts'
import { walkInTopic } from '#features/walk-ins/tell.ts'
import type { ClientRequests } from '#platform/realtime/gateway.ts'
import { eventsForRooms, rooms, type Delivery } from '#platform/realtime/outbox.ts'
import type { TopicHandlers } from '#platform/realtime/relay.ts'
import type { Services } from '#platform/services.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { AREAS } from '@tahanan/contract/limits.ts'
import type { Setting } from '@tahanan/contract/settings/answers.ts'

/** The requests of clients over the live connection (rules 10.7). */
export const createClientRequests = ({ db }: Pick<Services, 'db'>): ClientRequests => ({
  'soa-update': followImport,
  writing: createTellWriting({ db }),
})

/** The relay's handlers: each turns the payloads of a topic into events for its readers. */
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
    message: messageTopic(files),
    note: noteTopic(files),
    gate: gateTopic,
    walkIn: walkInTopic,
    presence: presenceTopic,
    balances: balancesTopic(notificationTopic),
    import: importTopic,
    settings: async (db) => settingsChanged(await readPublicSettings(db, config)),

    reset: async () => AREAS.map((area) => ({ disconnect: rooms.area(area) })),

    // Any gate may have opened or closed: each resident's page fetches its account and services again.
    services: async () => [{ room: rooms.area('client'), event: channels.account, data: {} }],

    account: async (_, accounts) =>
      accounts.flatMap(({ area, id }) => {
        const names = [rooms.account(area, id), ...(area === 'admin' ? [rooms.atGate(id)] : [])]
        return eventsForRooms(names, channels.account, {})
      }),

    sessionChanged: async (_, changed) => changed.map(({ id }) => ({ disconnect: rooms.session(id) })),

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
 * Sends the settings to every socket. The start of maintenance disconnects residents and administrators; its
 * end disconnects waiting sockets, which enter their rooms when they reconnect (rules 1.12).
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
