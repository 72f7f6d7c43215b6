import { sql, type Insertable, type Selectable } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { Subject } from './subject.ts'

export type MessageRow = Selectable<DB['messages']>

export const toSubjectColumns = ({ kind, id }: ConversationSubject) => ({
  ticket_id: kind === 'ticket' ? id : null,
  payment_id: kind === 'payment' ? id : null,
})

export function toSubject(row: {
  tenant_id: number
  ticket_id: number | null
  payment_id: number | null
}): ConversationSubject {
  if (row.ticket_id !== null) return { kind: 'ticket', id: row.ticket_id }
  return row.payment_id === null
    ? { kind: 'tenant', id: row.tenant_id }
    : { kind: 'payment', id: row.payment_id }
}

export function createSubjectCondition(table: string, { kind, id }: ConversationSubject) {
  const toReference = (name: string) => sql.ref(`${table}.${name}`)
  const isOwn = sql<boolean>`${toReference(`${kind}_id`)} = ${id}`
  if (kind !== 'tenant') return isOwn
  return sql<boolean>`(${isOwn} and ${toReference('ticket_id')} is null and ${toReference('payment_id')} is null)`
}

/**
 * Selects the threads (conversations) about a record. A record has one thread for each tenant that owned it.
 */
const selectThreads = (db: DbOrTx, subject: ConversationSubject, tenantId?: number) =>
  db
    .selectFrom('threads as t')
    .where(createSubjectCondition('t', subject))
    .$if(tenantId !== undefined, (query) => query.where('t.tenant_id', '=', tenantId ?? 0))

export const findThread = (db: DbOrTx, subject: Subject) =>
  selectThreads(db, subject, subject.tenant.id).selectAll('t').executeTakeFirst()

interface PageOfMessages {
  readonly tenantId?: number | undefined
  readonly before?: number | undefined
}

/**
 * Lists messages, newest first. Loads one row more than the page size, so that the caller knows whether older
 * messages exist.
 */
export const listMessages = (db: DbOrTx, subject: Subject, { tenantId, before }: PageOfMessages) =>
  selectThreads(db, subject, tenantId)
    .innerJoinLateral(
      // A lateral join lets PostgreSQL scan one short index range for each thread.
      (query) =>
        query
          .selectFrom('messages')
          .selectAll()
          .whereRef('thread_id', '=', 't.id')
          .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
          .orderBy('id', 'desc')
          .limit(LIMITS.messages + 1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .selectAll('m')
    .orderBy('m.id', 'desc')
    .limit(LIMITS.messages + 1)
    .execute()

export const findMessages = (db: DbOrTx, ids: readonly number[]) =>
  db.selectFrom('messages').selectAll().where('id', '=', buildAnyOfIds(ids)).execute()

/**
 * Finds threads (conversations) by id. `owner_id` is the tenant to which the thread's ticket or payment
 * belongs now; null if that record is deleted.
 */
export const findThreads = (db: DbOrTx, ids: readonly number[]) =>
  db
    .selectFrom('threads as t')
    .leftJoin('tickets as k', (join) =>
      join.onRef('k.id', '=', 't.ticket_id').on('k.status', '<>', DELETED_STATUS),
    )
    .leftJoin('payments as p', (join) =>
      join.onRef('p.id', '=', 't.payment_id').on('p.status', '<>', DELETED_STATUS),
    )
    .select(['t.id', 't.tenant_id', 't.ticket_id', 't.payment_id', 'k.module'])
    .select(
      sql<number | null>`case when t.ticket_id is not null then k.tenant_id
        when t.payment_id is not null then p.tenant_id else t.tenant_id end`.as('owner_id'),
    )
    .where('t.id', '=', buildAnyOfIds(ids))
    .execute()

/**
 * Finds or creates the thread (conversation) about a record and locks it, so that simultaneous messages are
 * stored one after another.
 */
export async function openThread(tx: Tx, subject: Subject): Promise<number> {
  const { id } = await tx
    .insertInto('threads')
    .values({
      tenant_id: subject.tenant.id,
      about: subject.module?.name ?? subject.kind,
      ...toSubjectColumns(subject),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'ticket_id', 'payment_id']).doUpdateSet({ last_at: CLOCK }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Inserts a message into a thread (conversation) that the caller has locked. Marks the thread as seen by the
 * author's side: the resident or the office. If a resident wrote the message, also marks the thread as
 * waiting for an answer.
 */
export async function insertMessage(tx: Tx, message: Insertable<DB['messages']>): Promise<MessageRow> {
  const row = await tx.insertInto('messages').values(message).returningAll().executeTakeFirstOrThrow()
  const { id, thread_id, author_area, created_at } = row
  await tx
    .updateTable('threads')
    .set({ last_message_id: id, last_at: created_at, waits: author_area === 'client' })
    .set(getSeenColumn(author_area), id)
    .where('id', '=', thread_id)
    .execute()
  return row
}

const getSeenColumn = (area: 'client' | 'admin') =>
  area === 'client' ? 'resident_seen_id' : 'office_seen_id'

/**
 * Marks a thread (conversation) as seen by the resident (`client`) or the office (`admin`). Returns its id
 * only if it contained an unseen message.
 */
export function markThreadAsSeen(tx: Tx, subject: Subject, area: 'client' | 'admin') {
  const seenColumn = getSeenColumn(area)
  return tx
    .updateTable('threads as t')
    .set((eb) => ({ [seenColumn]: eb.ref('t.last_message_id') }))
    .where('t.id', 'in', selectThreads(tx, subject, subject.tenant.id).select('t.id'))
    .whereRef(`t.${seenColumn}`, '<', 't.last_message_id')
    .returning('t.id')
    .executeTakeFirst()
}

/**
 * Marks a thread (conversation) as not waiting for an answer any more. Returns its id only if it was waiting.
 */
export const markThreadAsSettled = (tx: Tx, subject: Subject) =>
  tx
    .updateTable('threads as t')
    .set({ waits: false })
    .where('t.id', 'in', selectThreads(tx, subject, subject.tenant.id).select('t.id'))
    .where('t.waits', '=', true)
    .returning('t.id')
    .executeTakeFirst()
