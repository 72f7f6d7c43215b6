import { sql } from 'kysely'
import { notifyPage } from '#features/notifications/notify.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK, literals } from '#platform/db/expressions.ts'
import { OPEN_STATUSES } from '@tahanan/contract/statuses.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import { toLateNotice } from '../notices.ts'
import { isChanger } from './list-assignees.ts'

const BATCH = 100

/**
 * Notifies the office once of each late ticket: its assignee or, if it has none, all administrators who may
 * view its page (rules 10.13). Several processes may run it at once. Returns the number of tickets.
 */
export async function notifyLate(db: Db, timeZone: string): Promise<number> {
  let told = 0
  let batch: number
  do {
    batch = await db.transaction().execute(async (tx) => {
      const late = await claimLate(tx)
      for (const ticket of late) {
        // During an update a newer version may run at the same time. It handles tickets of modules that only
        // it knows.
        if (!isKnownModule(ticket.module)) continue
        const module = getModule(ticket.module)
        await notifyPage(tx, {
          ...toLateNotice(module, ticket, timeZone),
          page: module.permission,
          adminId: ticket.assigneeId,
          subjectTenantId: ticket.tenantId,
        })
      }
      return late.length
    })
    told += batch
  } while (batch === BATCH)
  return told
}

async function claimLate(tx: Tx) {
  const claimed = await tx
    .with('late', (query) =>
      query
        .selectFrom('tickets')
        .select('id')
        .where(sql<boolean>`status in (${literals(...OPEN_STATUSES)})`)
        .where('due_at', '<', CLOCK)
        .where('late_told_at', 'is', null)
        .orderBy('due_at')
        .limit(BATCH)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('tickets as t')
    .from('late')
    .set({ late_told_at: CLOCK })
    .whereRef('t.id', '=', 'late.id')
    .returning(['t.id', 't.module', 't.ticket_number as ticketNumber', 't.tenant_id as tenantId'])
    .returning((eb) => [
      sql<Date>`t.due_at`.as('dueAt'),
      eb
        .selectFrom('admins as s')
        .select('s.id')
        .whereRef('s.id', '=', 't.assignee_id')
        .where(isChanger('s', sql`t.module`))
        .as('assigneeId'),
    ])
    .execute()
  return claimed.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}
