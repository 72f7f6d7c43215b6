import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { invalidInput } from '#platform/errors.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { toCentavo } from '@tahanan/contract/money.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import { listServiceAccess } from './list-service-access.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Service settings changed, and with them the menus of residents. */
    services: Record<string, never>
  }
}

export async function listServiceSettings(db: DbOrTx, actor: Actor): Promise<ServiceSetting[]> {
  const [rows, serviceAccess] = await Promise.all([
    db.selectFrom('service_settings').select(['type', 'status', 'amount']).execute(),
    actor.area === 'client' ? listServiceAccess(db, actor.id) : undefined,
  ])
  return SERVICE_TYPES.flatMap((type) =>
    rows
      .filter((row) => row.type === type)
      .map((row) => ({
        ...row,
        type,
        ...(serviceAccess && { gate: serviceAccess.get(type) ?? 'disabled' }),
      })),
  )
}

/** Publishes the change to residents. Throws 400 for an amount with three decimals. */
export async function changeServiceSettings(
  services: Services,
  settings: readonly (Pick<ServiceSetting, 'type'> & Partial<ServiceSetting>)[],
): Promise<void> {
  const rounded = settings.map(({ type, status, amount }, index) => ({
    type,
    gate: {
      ...(status !== undefined && { status }),
      ...(amount !== undefined && { amount: parseAmount(amount, index) }),
    },
  }))
  // A repeated service has the value of its last entry. The fixed order prevents deadlocks of simultaneous changes.
  const byType = new Map(rounded.map((setting) => [setting.type, setting]))
  await change(services, async (tx) => {
    for (const { type, gate } of SERVICE_TYPES.flatMap((type) => byType.get(type) ?? [])) {
      await tx
        .insertInto('service_settings')
        .values({ type, amount: LIMITS.money, ...gate })
        .onConflict((known) => known.column('type').doUpdateSet({ ...gate, updated_at: CLOCK }))
        .execute()
    }
    await publishEvent(tx, 'services', {})
  })
}

function parseAmount(amount: number, index: number): number {
  const rounded = toCentavo(amount)
  if (rounded === null) throw invalidInput({ [`services.${index}.amount`]: ['At most two decimals.'] })
  return rounded
}
