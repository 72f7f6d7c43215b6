import { readServiceGates } from '#features/settings/service-gates.ts'
import type { ResidentActor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { PortalError } from '#platform/errors.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** Refuses a resident whose service is switched off, or to whom as much is left to pay as its amount (rules 4.18). */
export async function requireOpenService(
  db: DbOrTx,
  actor: ResidentActor,
  module: TicketModule,
): Promise<void> {
  const gate = (await readServiceGates(db, actor.id)).get(module.setting)
  if (gate === 'blocked') throw new PortalError('serviceBlocked')
  if (gate !== 'open') throw new PortalError('serviceDisabled')
}
