import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { DemoParts } from './make-community.ts'

/**
 * Fills an empty database with the demo community (rules 11.17): residents, staff, amenities, 400 tickets of the last
 * 14 months with their histories, pictures and notifications, and what the office published, in one transaction. Where
 * there is any account already, it does nothing, so that it never runs twice and never touches a real community.
 * Answers whether it did.
 */
export async function seedDemo(parts: DemoParts): Promise<boolean> {
  if (!(await isEmpty(parts.db))) return false
  // Stories, drawing and PDFs are needed once in a portal's life; no other start pays for loading them.
  const { makeCommunity } = await import('./make-community.ts')
  return parts.db.transaction().execute(async (tx) => {
    // The second of two processes that start at once waits here, and then finds the accounts of the first.
    await sql`select pg_advisory_xact_lock(hashtext('demo community'))`.execute(tx)
    if (!(await isEmpty(tx))) return false
    // Drawing and writing files to a slow disk is no reason to be cut off.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await makeCommunity(tx, parts)
    return true
  })
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not (
    exists (select from tenants) or exists (select from admins) or exists (select from super_admins)
  ) as empty`.execute(db)
  return rows[0]?.empty === true
}
