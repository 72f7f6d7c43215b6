import { sql } from 'kysely'
import { notifyPageViewers } from '#features/notifications/notify.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import { createLateNotification } from '../ticket-notifications.ts'
import { CAN_BE_LATE } from '../urgent-tickets.ts'
import { canChangeTickets } from './list-assignees.ts'

const BATCH_SIZE = 100

/**
 * Notifies the office once of each late ticket: its assignee or, if it has none, all administrators who may
 * view the page of its module (rules 10.13). Several processes may run it at once. Returns the number of late
 * tickets.
 */
export async function notifyOfficeOfLateTickets(db: Db, timeZone: string): Promise<number> {
  let notifiedCount = 0
  let batchSize: number
  do {
    batchSize = await db.transaction().execute(async (tx) => {
      const lateTickets = await claimLateTickets(tx)
      for (const ticket of lateTickets) {
        // During an update, a newer version may run at the same time. That version handles the tickets of its
        // new modules.
        if (!isKnownModule(ticket.module)) continue
        const module = getModule(ticket.module)
        await notifyPageViewers(tx, {
          ...createLateNotification(module, ticket, timeZone),
          page: module.permission,
          adminId: ticket.assigneeId,
          subjectTenantId: ticket.tenantId,
        })
      }
      return lateTickets.length
    })
    notifiedCount += batchSize
  } while (batchSize === BATCH_SIZE)
  return notifiedCount
}

async function claimLateTickets(tx: Tx) {
  const claimedTickets = await tx
    .with('late', (query) =>
      query
        .selectFrom('tickets')
        .select('id')
        .where(CAN_BE_LATE)
        .where('due_at', '<', CLOCK)
        .where('late_told_at', 'is', null)
        .orderBy('due_at')
        .limit(BATCH_SIZE)
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
        .where(canChangeTickets('s', sql`t.module`))
        .as('assigneeId'),
    ])
    .execute()
  return claimedTickets.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}
