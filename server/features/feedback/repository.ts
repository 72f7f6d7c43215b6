import { sql, type InferResult, type Insertable } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { toOrderBy } from '#platform/db/lists/declare-list.ts'
import { findPageWithTotal } from '#platform/db/lists/find-page-with-total.ts'
import { toOrder, type Page } from '#platform/http/list-query.ts'
import { streamCsvRows } from '#platform/http/stream-rows.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { SortedCsvQuery } from '@tahanan/contract/requests.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'

export async function insertFeedback(tx: Tx, feedback: Insertable<DB['feedbacks']>): Promise<number> {
  const insertQuery = tx.insertInto('feedbacks').values(feedback).returning('id')
  const { id } = await insertQuery.executeTakeFirstOrThrow()
  await publishEvent(tx, 'record', { kind: 'feedback', id })
  return id
}

const SEARCHED_TEXT = sql.ref<string>('f.search_text')

const selectFeedback = (db: Db, sort: Sort | null) =>
  db
    .selectFrom('feedbacks as f')
    .innerJoin('tenants as t', 't.id', 'f.tenant_id')
    .select(['f.id', 't.uoccname', 't.email', 'f.rate', 'f.message', 'f.created_at'])
    .orderBy(toOrderBy({ created_at: 'f.id' }, sort, 'f.id'))

export type FeedbackRow = InferResult<ReturnType<typeof selectFeedback>>[number]

/** Lists feedback. A search term is searched in the message (rules 9.28). */
export const listFeedback = (db: Db, page: Page) =>
  findPageWithTotal(db, selectFeedback(db, page.sort), page, SEARCHED_TEXT)

export const streamFeedbackForCsv = (db: Db, query: SortedCsvQuery) =>
  streamCsvRows(selectFeedback(db, toOrder(query.sort)), 'f.id', query, SEARCHED_TEXT)
