import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { batchRead, type Placeholders } from '#platform/db/statement.ts'
import type { ServiceGate } from '@tahanan/contract/tickets/define-module.ts'

/** Reads which services are open to a resident, by their types (rules 4.18); each call reads anew, so a change counts at once. */
export async function readServiceGates(db: DbOrTx, tenantId: number): Promise<Map<string, ServiceGate>> {
  return new Map((await gatesOf(db, { tenantId })).map(({ type, gate }) => [type, gate]))
}

const gatesOf = batchRead((db, { tenantId }: Placeholders<{ tenantId: number }>) =>
  db
    .selectFrom(['service_settings as s', 'ledgers as l'])
    .select('s.type')
    .select(
      sql<ServiceGate>`case when s.status <> 1 then 'disabled' when l.balance >= s.amount then 'blocked' else 'open' end`.as(
        'gate',
      ),
    )
    .where('l.tenant_id', '=', tenantId),
)
