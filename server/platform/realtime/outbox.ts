import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { Json } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'

/** Payload types by topic (kind of change). Each feature adds its topics by declaration merging. */
export interface Topics {}

export type TopicName = keyof Topics

export type OutgoingEvent = RoomEvent | DisconnectEvent

export interface RoomEvent {
  readonly room: string
  readonly event: string
  readonly data: unknown
}

interface DisconnectEvent {
  readonly disconnect: string
}

export const createEventsForRooms = (names: readonly string[], event: string, data: unknown): RoomEvent[] =>
  names.map((room) => ({ room, event, data }))

/**
 * Error while building the live events of a topic. A single row may cause it. All other errors of the relay
 * come from the database.
 */
export class TopicHandlerError extends Error {}

/**
 * Creates an event whose payload is built only if a socket is in the room. Throws `TopicHandlerError` if the
 * payload cannot be built.
 */
export const createLazyEvent = (room: string, event: string, build: () => unknown): RoomEvent => ({
  room,
  event,
  get data() {
    try {
      return build()
    } catch (cause) {
      throw new TopicHandlerError(`The payload of ${event} could not be built`, { cause })
    }
  },
})

/**
 * Function that builds the live events of a topic. It reads the records again, so that an event that is sent
 * late contains their current state.
 */
export type TopicHandler<Name extends TopicName> = (
  db: DbOrTx,
  payloads: Topics[Name][],
) => Promise<OutgoingEvent[]>

export const rooms = {
  account: (area: string, id: number) => `${area}.${id}`,
  session: (sessionId: number) => `session.${sessionId}`,
  gateDevice: (adminId: number) => `at-gate.${adminId}`,
  area: (area: string) => `area.${area}`,
  everybody: 'everybody',
  visitors: 'visitors',
  /**
   * Room of residents and administrators who connected during maintenance. They receive only the end of the
   * maintenance.
   */
  waiting: 'waiting',
} as const

/**
 * Returns the columns with which a query that writes records also inserts outbox rows. The payload is the
 * record's `id`.
 */
export const getOutboxColumns = (topic: TopicName) =>
  [sql<string>`${sql.lit(topic)}`.as('topic'), sql<Json>`jsonb_build_object('id', id)`.as('payload')] as const

const writeOutbox = prepareQuery(
  (db, { topic, payloads }: Placeholders<{ topic: string; payloads: string }>) =>
    db
      .insertInto('outbox')
      .columns(['topic', 'payload'])
      .expression(
        db.selectNoFrom([
          sql<string>`${topic}`.as('topic'),
          sql<Json>`jsonb_array_elements(${payloads}::jsonb)`.as('payload'),
        ]),
      ),
)

/**
 * Adds rows to the outbox, from which live events are sent. Must be called in the transaction of the change.
 * The relay sends the events after the commit.
 */
export async function publishEvent<Name extends TopicName>(
  db: DbOrTx,
  topic: Name,
  ...payloads: Topics[Name][]
): Promise<void> {
  if (payloads.length === 0) return
  await writeOutbox(db, { topic, payloads: JSON.stringify(payloads) })
}
