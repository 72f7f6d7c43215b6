import type { ClientBase } from 'pg'
import {
  COMMENT_COLUMNS,
  commentLines,
  FEEDBACK_COLUMNS,
  feedbackLines,
  POST_COLUMNS,
  postLines,
  postsFor,
  VIEW_COLUMNS,
  viewLines,
} from './content-lines.ts'
import type { ContentSize } from './content-lines.ts'
import { copyRows } from './copy-rows.ts'
import { setAside } from '../platform/db/set-aside.ts'
import type { SeedPeople } from './ticket-lines.ts'

export const CONTENT_TABLES = ['posts', 'post_views', 'comments', 'feedbacks', 'post_view_tallies'] as const

/** Fills what the office publishes and what residents say back, in the transaction of the whole load. The tallies fill themselves. */
export async function fillContent(
  client: ClientBase,
  size: ContentSize,
  { tenants, admin }: SeedPeople,
): Promise<void> {
  await client.query(`truncate ${CONTENT_TABLES.join(', ')} restart identity`)
  const bringBack = await setAside(client, ['posts', 'post_views', 'comments', 'feedbacks'])
  await copyRows(client, 'posts', POST_COLUMNS, postLines(size, admin.id))
  await client.query(`select setval(pg_get_serial_sequence('posts', 'id'), $1)`, [postsFor(size.views)])
  await copyRows(client, 'post_views', VIEW_COLUMNS, viewLines(size, tenants))
  await copyRows(client, 'comments', COMMENT_COLUMNS, commentLines(size, tenants))
  await copyRows(client, 'feedbacks', FEEDBACK_COLUMNS, feedbackLines(size, tenants))
  await bringBack()
}
