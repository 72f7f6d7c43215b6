import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { ResidentActor } from '../../platform/actor.ts'
import { batchRead, type Placeholders } from '../../platform/db/statement.ts'
import { PortalError } from '../../platform/errors.ts'

/**
 * Refuses a resident whose service is switched off, or to whom as much is left to pay as its amount (rules 4.18). Read on every
 * create, so a changed setting counts at once.
 */
export async function requireOpenService(
  db: DbOrTx,
  actor: ResidentActor,
  module: TicketModule,
): Promise<void> {
  const [setting] = await gateOf(db, { type: module.setting, tenantId: actor.id })
  if (!setting || setting.status !== 1) throw new PortalError('serviceDisabled')
  if (setting.blocked) throw new PortalError('serviceBlocked')
}

const gateOf = batchRead((db, { type, tenantId }: Placeholders<{ type: string; tenantId: number }>) =>
  db
    .selectFrom(['service_settings as s', 'ledgers as l'])
    .select((eb) => ['s.status', eb('l.balance', '>=', eb.ref('s.amount')).as('blocked')])
    .where('s.type', '=', type)
    .where('l.tenant_id', '=', tenantId),
)
