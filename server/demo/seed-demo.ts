import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/client.ts'
import type { DemoContext } from './create-community.ts'

/**
 * Fills an empty database with the demo community in one transaction (rules 11.17). If the database contains
 * any account, it changes nothing and returns false, so that a real community stays unchanged.
 */
export async function seedDemo(context: DemoContext): Promise<boolean> {
  if (!(await isEmpty(context.db))) return false
  // Loads this code only now, because most starts create no demo community.
  const { createCommunity } = await import('./create-community.ts')
  return context.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo community'))`.execute(tx)
    if (!(await isEmpty(tx))) return false
    // Turns the timeout off: while PDFs are created and files written, the transaction may be idle for longer
    // than it allows.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await createCommunity(tx, context)
    return true
  })
}

async function isEmpty(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not (
    exists (select from tenants) or exists (select from admins) or exists (select from super_admins)
  ) as empty`.execute(db)
  return rows[0]?.empty === true
}
