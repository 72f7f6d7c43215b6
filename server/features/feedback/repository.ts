import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { pageWithTotal } from '#platform/db/lists/page-with-total.ts'
import type { Page } from '#platform/http/list-query.ts'
import { tell } from '#platform/realtime/outbox.ts'

/** Inserts a resident's feedback, and writes its live event for the office. Returns its id. */
export async function insertFeedback(tx: Tx, feedback: Insertable<DB['feedbacks']>): Promise<number> {
  const inserted = tx.insertInto('feedbacks').values(feedback).returning('id')
  const { id } = await inserted.executeTakeFirstOrThrow()
  await tell(tx, 'record', { kind: 'feedback', id })
  return id
}

/** Lists a page of feedback, the newest first. Searches the message (rules 9.28). */
export function listFeedback(db: Db, page: Page) {
  const rows = db
    .selectFrom('feedbacks as f')
    .innerJoin('tenants as t', 't.id', 'f.tenant_id')
    .select(['f.id', 't.uoccname', 't.email', 'f.rate', 'f.message', 'f.created_at'])
    .orderBy('f.id', 'desc')
  return pageWithTotal(db, rows, page, sql.ref('f.search_text'))
}
