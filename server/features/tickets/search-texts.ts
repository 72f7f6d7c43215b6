import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { MODULES, moduleNamed } from '@tahanan/contract/tickets/index.ts'
import { ticketSearchText } from './ticket-search-text.ts'

const BATCH = 500
/** Batches of one run, after which the chore pauses. */
const BATCHES = 20

/** The condition of the index `tickets_unfolded`. */
const IS_OLD = sql<boolean>`(t.search_text not like E'%\\n\\n%' or t.search_text <> folded(t.search_text))`

/**
 * Rewrites search texts that were written by a version before `0015_folded_texts`. Changes nothing else, so nobody's open form becomes stale. Returns the number of tickets.
 */
export async function rewriteOldSearchTexts(db: Db): Promise<number> {
  let rewritten = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const count = await rewriteBatch(db)
    rewritten += count
    if (count < BATCH) break
  }
  return rewritten
}

/** Locks each ticket, so that a change made meanwhile is not overwritten. */
function rewriteBatch(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('tickets as t')
      .select(['t.id', 't.module', 't.details'])
      .select(({ selectFrom }) =>
        selectFrom('amenities as a')
          .select('a.title')
          .where('a.id', '=', sql<number>`(t.details ->> 'amenityId')::bigint`)
          .as('title'),
      )
      .where(IS_OLD)
      .where(
        't.module',
        'in',
        MODULES.map(({ name }) => name),
      )
      .orderBy('t.id')
      .limit(BATCH)
      .forNoKeyUpdate('t')
      .skipLocked()
      .execute()
    const texts = rows.map(({ module, details, title }) =>
      ticketSearchText(moduleNamed(module), details, title),
    )
    await sql`update tickets set search_text = lower(ticket_number) || E'\\n' || own
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${texts}::text[]) as rewritten(ticket, own)
      where id = ticket`.execute(tx)
    return rows.length
  })
}
