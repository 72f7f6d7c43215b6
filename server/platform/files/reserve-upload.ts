import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { Actor } from '../actor.ts'
import { addAttempts, countAttempts, removeAttempts } from '../attempts.ts'
import { createFairLimit } from '../create-fair-limit.ts'
import { tooManyRequests } from '../errors.ts'

/** Maximum files that a resident may upload within 24 hours. */
export const UPLOADS_A_DAY = 100
/** A larger file counts once per this number of bytes. */
const BYTES_PER_UPLOAD = 10 * 1024 * 1024
/** Maximum count of one file, and the count of a file of unknown length. */
const MOST_UPLOADS = 10
const DAY = 24 * 3600

// Each waiter for the lock holds a connection: a hundred uploads must not use all of them.
const limitWaiters = createFairLimit(2)

/** Refunds an upload to the day's quota, because nothing was stored. */
export type Refund = () => Promise<void>

/**
 * Counts an upload in a resident's daily quota before it is received, so that simultaneous uploads in all
 * processes count each other. Throws 429 if the quota is used up. The office has no quota.
 */
export async function reserveUpload(db: Db, actor: Actor, bytes: number | undefined): Promise<Refund> {
  if (actor.area !== 'client') return async () => {}
  const subject = `upload client ${actor.id}`
  const size =
    bytes === undefined
      ? MOST_UPLOADS
      : Math.min(MOST_UPLOADS, Math.max(1, Math.floor(bytes / BYTES_PER_UPLOAD)))
  const reserve = async (tx: Tx): Promise<number[]> => {
    await sql`select pg_advisory_xact_lock(hashtext(${subject}))`.execute(tx)
    const today = await countAttempts(tx, subject, DAY)
    if (today.n + size > UPLOADS_A_DAY) throw tooManyRequests(today.wait)
    return addAttempts(tx, Array<string>(size).fill(subject))
  }
  const ids = await limitWaiters(subject, () => db.transaction().execute(reserve))
  return () => removeAttempts(db, ids)
}
