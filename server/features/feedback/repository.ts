import { prepared } from '../../platform/db/client.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import type { Page } from '../../platform/http/list-query.ts'
import { likePattern } from '../../platform/db/lists/search-patterns.ts'

export interface FeedbackRow {
  id: number
  uoccname: string
  email: string
  rate: number
  message: string
  created_at: Date
}

/** Inserts a resident's feedback. Returns its id. */
export async function insertFeedback(
  tx: Tx,
  feedback: { tenantId: number; rate: number; message: string },
): Promise<number> {
  const [row] = await prepared<{ id: number }>(
    tx,
    'feedback.insert',
    'insert into feedbacks (tenant_id, rate, message) values ($1, $2, $3) returning id',
    [feedback.tenantId, feedback.rate, feedback.message],
  )
  if (!row) throw new Error('feedbacks gave no id.')
  return row.id
}

/** Returns a page of feedback, the newest first. The search looks at the message (rules 9.28). */
export async function listFeedback(db: Db, page: Page): Promise<{ rows: FeedbackRow[]; total: number }> {
  const searched = page.searchTerm !== ''
  const name = `feedback${searched ? '.searched' : ''}`
  const term = searched ? [likePattern(page.searchTerm)] : []
  const where = (place: string) => (searched ? `where f.search_text like ${place}` : '')
  const [rows, [count]] = await Promise.all([
    prepared<FeedbackRow>(
      db,
      `${name}.list`,
      `select f.id, t.uoccname, t.email, f.rate, f.message, f.created_at
       from feedbacks f join tenants t on t.id = f.tenant_id ${where('$3')} order by f.id desc limit $1 offset $2`,
      [page.limit, page.offset, ...term],
    ),
    prepared<{ n: number }>(
      db,
      `${name}.count`,
      `select count(*) as n from feedbacks f ${where('$1')}`,
      term,
    ),
  ])
  return { rows, total: count?.n ?? 0 }
}
