import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { roundToCentavo } from '@tahanan/contract/money.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import { listServiceAccess } from './list-service-access.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Service settings changed, so residents' menus must be reloaded. */
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

/**
 * Changes service settings and notifies open pages of residents. Throws 400 for an amount with more than two
 * decimals.
 */
export async function changeServiceSettings(
  services: PlatformContext,
  settings: readonly (Pick<ServiceSetting, 'type'> & Partial<ServiceSetting>)[],
): Promise<void> {
  const roundedSettings = settings.map(({ type, status, amount }, index) => ({
    type,
    gate: {
      ...(status !== undefined && { status }),
      ...(amount !== undefined && { amount: parseAmount(amount, index) }),
    },
  }))
  // If a service occurs twice, the last entry counts. Rows are written in a fixed order, so that simultaneous
  // changes cannot deadlock.
  const byType = new Map(roundedSettings.map((setting) => [setting.type, setting]))
  await runInTransaction(services, async (tx) => {
    for (const { type, gate } of SERVICE_TYPES.flatMap((type) => byType.get(type) ?? [])) {
      await tx
        .insertInto('service_settings')
        .values({ type, amount: LIMITS.money, ...gate })
        .onConflict((conflict) => conflict.column('type').doUpdateSet({ ...gate, updated_at: CLOCK }))
        .execute()
    }
    await publishEvent(tx, 'services', {})
  })
}

function parseAmount(amount: number, index: number): number {
  const roundedAmount = roundToCentavo(amount)
  if (roundedAmount === null)
    throw createInvalidInputError({ [`services.${index}.amount`]: ['At most two decimals.'] })
  return roundedAmount
}
