import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareRead, type Placeholders } from '#platform/db/prepared-query.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import type { ServiceGate } from '@tahanan/contract/tickets/define-module.ts'

/** Reads the gates of a resident's services by type (rules 4.18); uncached, so changes apply at once. */
export async function readServiceGates(db: DbOrTx, tenantId: number): Promise<Map<string, ServiceGate>> {
  return new Map((await gatesOf(db, { tenantId })).map(({ type, gate }) => [type, gate]))
}

const gatesOf = prepareRead((db, { tenantId }: Placeholders<{ tenantId: number }>) =>
  db
    .selectFrom(['service_settings as s', 'ledgers as l'])
    .select('s.type')
    .select(
      sql<ServiceGate>`case when s.status <> ${sql.lit(RECORD_STATUS.active)} then 'disabled'
        when l.balance >= s.amount then 'blocked' else 'open' end`.as('gate'),
    )
    .where('l.tenant_id', '=', tenantId),
)
