import { sql } from 'kysely'
import type { DeliveryHook } from '#features/deliveries/delivery-hooks.ts'
import { buildAnyOfIds } from '#platform/db/expressions.ts'

/** Drops news about a ticket to the tenant that it belonged to before the office moved it (rules 23.20). */
export const movedTicketHook: DeliveryHook = {
  async findDropReasons(tx, notificationIds) {
    const movedRows = await tx
      .selectFrom('notifications as n')
      .innerJoin('tickets as t', (join) =>
        join.on(sql<boolean>`t.id = substring(n.link from '\\?serviceId=(\\d{1,15})(?:&|$)')::bigint`),
      )
      .select('n.id')
      .where('n.id', '=', buildAnyOfIds(notificationIds))
      .where('n.area', '=', sql.lit('client'))
      .whereRef('n.tenant_id', '<>', 't.tenant_id')
      .execute()
    return new Map(movedRows.map(({ id }) => [id, 'The ticket belongs to another tenant now.'] as const))
  },
}
