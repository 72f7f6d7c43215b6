import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { quick } from '../../platform/db/client.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { ResidentActor } from '../../platform/actor.ts'
import { PortalError } from '../../platform/errors.ts'

/**
 * Refuses a resident whose service is switched off, or whose balance has reached its amount (rules 4.18). Read on every
 * create, so a changed setting counts at once.
 */
export async function requireOpenService(
  db: DbOrTx,
  actor: ResidentActor,
  module: TicketModule,
): Promise<void> {
  const rows = await quick<{ status: number; blocked: boolean }>(
    db,
    'service-settings.gate',
    `select s.status, n.soa_amount >= s.amount as blocked from service_settings s, tenants n where s.type = $1 and n.id = $2`,
    [module.setting, actor.id],
  )
  const setting = rows[0]
  if (!setting || setting.status !== 1) throw new PortalError('serviceDisabled')
  if (setting.blocked) throw new PortalError('serviceBlocked')
}
