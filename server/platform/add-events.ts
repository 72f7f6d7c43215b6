import type { InsertQueryBuilder, QueryCreator } from 'kysely'
import type { DB } from './db/generated.ts'
import { getOutboxColumns, type TopicName } from './realtime/outbox.ts'

export interface EventActor {
  readonly area: string
  readonly id: number | null
  readonly name: string
}

export const MAX_TIMELINE_EVENTS = 500

/**
 * Extends a query by history events and live events. `insert` writes the history events and must return the
 * id of the record for each. An outbox row for each event makes open pages show it. Rows of a history are
 * never changed (rules 4.11, 8.8).
 */
export const addEvents = <Table extends 'ticket_events' | 'payment_events'>(
  db: QueryCreator<DB>,
  topic: TopicName,
  insert: (query: QueryCreator<DB>) => InsertQueryBuilder<DB, Table, { id: number }>,
) =>
  db.with('event', insert).with('told_event', (query) =>
    query
      .insertInto('outbox')
      .columns(['topic', 'payload'])
      .expression((eb) => eb.selectFrom('event').select(getOutboxColumns(topic))),
  )
