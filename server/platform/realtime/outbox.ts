import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { Json } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepared-query.ts'

/** Payloads by topic: each feature adds its own, and a handler that turns them into deliveries when the relay sends them. */
export interface Topics {}

export type TopicName = keyof Topics

/** Something for the live connection: an event into a room, or a room whose sockets are closed. */
export type Delivery = RoomEvent | Disconnect

export interface RoomEvent {
  readonly room: string
  readonly event: string
  readonly data: unknown
}

interface Disconnect {
  readonly disconnect: string
}

/** Returns one event for each of these rooms. */
export const eventsForRooms = (told: readonly string[], event: string, data: unknown): RoomEvent[] =>
  told.map((room) => ({ room, event, data }))

/** An event could not be made: the fault may be one row's, where other errors of the relay are the database's. */
export class HandlerFailure extends Error {}

/** An event that is made when somebody hears it: of many administrators few are connected. Throws a `HandlerFailure` then. */
export const lazyEvent = (room: string, event: string, make: () => unknown): RoomEvent => ({
  room,
  event,
  get data() {
    try {
      return make()
    } catch (cause) {
      throw new HandlerFailure(`What ${event} tells could not be made`, { cause })
    }
  },
})

/** Turns a batch of payloads into deliveries, reading the records as they are now (so a late delivery is never old news). */
export type TopicHandler<Name extends TopicName> = (
  db: DbOrTx,
  payloads: Topics[Name][],
) => Promise<Delivery[]>

/** Rooms that the server puts sockets into, by what their session says. */
export const rooms = {
  account: (area: string, id: number) => `${area}.${id}`,
  session: (sessionId: number) => `session.${sessionId}`,
  /** All sockets of an area. */
  area: (area: string) => `area.${area}`,
  /** Every socket, logged in or not. */
  everybody: 'everybody',
  /** Sockets without a session. */
  visitors: 'visitors',
  /** Residents and administrators who connected during maintenance: they hear of its end and nothing else. */
  waiting: 'waiting',
} as const

/**
 * Columns of `outbox` in a query that also writes the records: the topic, and the `id` of each record as
 * its payload.
 */
export const outboxColumns = (topic: TopicName) =>
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
 * Writes into the outbox, in the transaction of the change itself: a crash after the commit loses no event.
 * The relay sends it once that transaction is committed.
 */
export async function tell<Name extends TopicName>(
  db: DbOrTx,
  topic: Name,
  ...payloads: Topics[Name][]
): Promise<void> {
  if (payloads.length === 0) return
  await writeOutbox(db, { topic, payloads: JSON.stringify(payloads) })
}
