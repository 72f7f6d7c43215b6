import type { Actor } from '../actor.ts'
import { prepared } from '../db/client.ts'
import type { DbOrTx } from '../db/client.ts'
import { PortalError } from '../errors.ts'

/** What a resident may have uploaded without putting it into a record: a day's worth of forms, not a disk full. */
export const UNUSED_FILES = { count: 100, bytes: 1024 * 1024 * 1024 } as const

/** Throws 429 when a resident has uploaded more than that; the cleaner frees it a day later. Staff are not counted. */
export async function requireQuota(db: DbOrTx, actor: Actor): Promise<void> {
  if (actor.area !== 'client') return
  const [unused] = await prepared<{ count: number; bytes: number }>(
    db,
    'unused_files',
    `select count(*) as count, coalesce(sum(bytes), 0) as bytes from files
     where owner_id is null and uploader_area = $1 and uploader_id = $2`,
    [actor.area, actor.id],
  )
  if (!unused || (unused.count < UNUSED_FILES.count && unused.bytes < UNUSED_FILES.bytes)) return
  throw new PortalError('tooManyRequests', { blanks: { minutes: 24 * 60 }, retryAfter: 24 * 60 * 60 })
}
