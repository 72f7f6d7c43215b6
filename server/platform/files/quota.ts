import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { Actor } from '../actor.ts'
import { addAttempts, countAttempts, removeAttempts } from '../attempts.ts'
import { tooManyRequests } from '../errors.ts'
import { createFairLimit } from '../fair-limit.ts'

/** Files that a resident may upload within 24 hours, whatever becomes of them: a day's worth of forms, not a disk full. */
export const UPLOADS_A_DAY = 100
/** A larger file counts as several. */
const BYTES_OF_ONE = 10 * 1024 * 1024
/** Uploads that one without a length counts as. */
const LARGEST = 10
const DAY = 24 * 3600

// a waiter for the lock holds a connection: a hundred uploads at once must not hold all of them
const reserving = createFairLimit(2)

/** Refunds an upload to the day's quota, because nothing was stored. */
export type GiveBack = () => Promise<void>

/**
 * Takes an upload out of a resident's daily quota before any of it is read, so that simultaneous uploads count each other, in
 * all server processes together. Throws 429 when the quota is used up. Staff have none.
 */
export async function reserveUpload(db: Db, actor: Actor, bytes: number | undefined): Promise<GiveBack> {
  if (actor.area !== 'client') return async () => {}
  const subject = `upload client ${actor.id}`
  const size =
    bytes === undefined ? LARGEST : Math.min(LARGEST, Math.max(1, Math.floor(bytes / BYTES_OF_ONE)))
  const reserve = async (tx: Tx): Promise<number[]> => {
    await sql`select pg_advisory_xact_lock(hashtext(${subject}))`.execute(tx)
    const today = await countAttempts(tx, subject, DAY)
    if (today.n + size > UPLOADS_A_DAY) throw tooManyRequests(today.wait)
    return addAttempts(tx, Array<string>(size).fill(subject))
  }
  const ids = await reserving(subject, () => db.transaction().execute(reserve))
  return () => removeAttempts(db, ids)
}
