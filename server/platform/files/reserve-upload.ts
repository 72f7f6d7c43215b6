import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { Actor } from '../actor.ts'
import { addAttempts, countAttempts, removeAttempts } from '../attempts.ts'
import { createFairLimit } from '../create-fair-limit.ts'
import { createTooManyRequestsError } from '../errors.ts'

export const MAX_UPLOADS_PER_DAY = 100
const BYTES_PER_UPLOAD = 10 * 1024 * 1024
/** Maximum number of uploads that one file counts as. A file of unknown length counts as this number. */
const MAX_UPLOADS = 10
const DAY_SECONDS = 24 * 3600

// Limits how many uploads wait for the database lock at once, because each of them occupies a connection.
const limitWaitingUploads = createFairLimit(2)

export type RefundUpload = () => Promise<void>

/**
 * Counts an upload towards a resident's daily quota before it is received, so that simultaneous uploads in
 * all processes are counted. Throws 429 if the quota is used up. Administrators have no quota.
 */
export async function reserveUpload(db: Db, actor: Actor, bytes: number | undefined): Promise<RefundUpload> {
  if (actor.area !== 'client') return async () => {}
  const subject = `upload client ${actor.id}`
  const slotCount =
    bytes === undefined
      ? MAX_UPLOADS
      : Math.min(MAX_UPLOADS, Math.max(1, Math.floor(bytes / BYTES_PER_UPLOAD)))
  const reserveSlots = async (tx: Tx): Promise<number[]> => {
    await sql`select pg_advisory_xact_lock(hashtext(${subject}))`.execute(tx)
    const today = await countAttempts(tx, subject, DAY_SECONDS)
    if (today.n + slotCount > MAX_UPLOADS_PER_DAY) throw createTooManyRequestsError(today.wait)
    return addAttempts(tx, Array<string>(slotCount).fill(subject))
  }
  const ids = await limitWaitingUploads(subject, () => db.transaction().execute(reserveSlots))
  return () => removeAttempts(db, ids)
}
