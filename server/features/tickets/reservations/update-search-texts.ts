import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { getTicketSearchText } from '../get-ticket-search-text.ts'

const reservation = getModule('reservation')

const BATCH_SIZE = 500

/**
 * Updates the search texts of all reservations of an amenity that was renamed (rules 13.7). A task of its own,
 * because an amenity may have too many reservations for one call, and because changes of tickets lock the ticket
 * before the amenity. `updated_at` stays: no field has changed.
 */
export const updateSearchTexts = defineTask({
  name: 'update-search-texts',
  payload: Type.Object({ amenityId: Type.Integer() }),
  async run({ db }: { db: Db }, { amenityId }) {
    let lastId: number | undefined = 0
    while (lastId !== undefined) {
      const afterId: number = lastId
      // oxlint-disable-next-line no-await-in-loop -- each batch starts after the last ticket of the one before
      lastId = await db.transaction().execute((tx) => updateBatch(tx, amenityId, afterId))
    }
  },
})

/** Returns the id of the last ticket of the batch; undefined if no tickets are left. */
async function updateBatch(tx: Tx, amenityId: number, afterId: number): Promise<number | undefined> {
  const tickets = await tx
    .selectFrom('tickets as t')
    .innerJoin('amenities as a', (join) => join.on('a.id', '=', amenityId))
    .select(['t.id', 't.details', 'a.title'])
    .where('t.module', '=', reservation.name)
    .where('t.status', '<>', DELETED_STATUS)
    .where('t.id', '>', afterId)
    .where(sql<boolean>`(t.details ->> 'amenityId')::bigint = ${amenityId}`)
    .orderBy('t.id')
    .limit(BATCH_SIZE)
    .forNoKeyUpdate('t')
    .execute()
  const searchTexts = tickets.map(({ id, details, title }) => ({
    id,
    search: getTicketSearchText(reservation, details as Details, title),
  }))
  await sql`update tickets set search_text = lower(ticket_number) || E'\\n' || changed.search
    from jsonb_to_recordset(${JSON.stringify(searchTexts)}::jsonb) as changed(id bigint, search text)
    where tickets.id = changed.id`.execute(tx)
  return tickets.at(-1)?.id
}
