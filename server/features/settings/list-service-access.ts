import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareReadQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import type { ServiceAccess } from '@tahanan/contract/tickets/define-module.ts'

/**
 * Returns for each type of service whether it is open to the resident (rules 4.18). Not cached, so that
 * changes of settings apply at once.
 */
export async function listServiceAccess(db: DbOrTx, tenantId: number): Promise<Map<string, ServiceAccess>> {
  return new Map((await queryServiceAccess(db, { tenantId })).map(({ type, gate }) => [type, gate]))
}

const queryServiceAccess = prepareReadQuery((db, { tenantId }: Placeholders<{ tenantId: number }>) =>
  db
    .selectFrom(['service_settings as s', 'ledgers as l'])
    .select('s.type')
    .select(
      sql<ServiceAccess>`case when s.status <> ${sql.lit(RECORD_STATUS.active)} then 'disabled'
        when l.balance >= s.amount then 'blocked' else 'open' end`.as('gate'),
    )
    .where('l.tenant_id', '=', tenantId),
)
