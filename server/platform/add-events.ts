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
 * Extends a query: adds the events that `insert` writes into a history, and an outbox row for each event, so
 * that open pages show it. `insert` must return the id of the record for each event. Rows of a history are
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
