import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { Json } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'

/** Each feature declares the payloads of its topics here. */
export interface Topics {}

export type TopicName = keyof Topics

export type OutgoingEvent = RoomEvent | Disconnect

export interface RoomEvent {
  readonly room: string
  readonly event: string
  readonly data: unknown
}

interface Disconnect {
  readonly disconnect: string
}

export const createEventsForRooms = (names: readonly string[], event: string, data: unknown): RoomEvent[] =>
  names.map((room) => ({ room, event, data }))

/** Perhaps one row causes it. Other errors of the relay come from the database. */
export class HandlerFailure extends Error {}

/** Builds the payload only if a socket is in the room; throws `HandlerFailure` if that fails. */
export const createLazyEvent = (room: string, event: string, build: () => unknown): RoomEvent => ({
  room,
  event,
  get data() {
    try {
      return build()
    } catch (cause) {
      throw new HandlerFailure(`The payload of ${event} could not be built`, { cause })
    }
  },
})

/** Reads the records of the payloads, so that a late event is not outdated. */
export type TopicHandler<Name extends TopicName> = (
  db: DbOrTx,
  payloads: Topics[Name][],
) => Promise<OutgoingEvent[]>

export const rooms = {
  account: (area: string, id: number) => `${area}.${id}`,
  session: (sessionId: number) => `session.${sessionId}`,
  atGate: (adminId: number) => `at-gate.${adminId}`,
  area: (area: string) => `area.${area}`,
  everybody: 'everybody',
  visitors: 'visitors',
  /** For residents and administrators who connected during maintenance: they receive only its end. */
  waiting: 'waiting',
} as const

/** For a query that writes the records too. The payload is the record's `id`. */
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

/** Must be called in the transaction of the change. The relay sends the events after the commit. */
export async function publishEvent<Name extends TopicName>(
  db: DbOrTx,
  topic: Name,
  ...payloads: Topics[Name][]
): Promise<void> {
  if (payloads.length === 0) return
  await writeOutbox(db, { topic, payloads: JSON.stringify(payloads) })
}
