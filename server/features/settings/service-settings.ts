import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { invalidInput } from '#platform/errors.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import { toCentavo } from '@tahanan/contract/money.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import { readServiceGates } from './service-gates.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Service settings changed: every resident's menu may have. */
    services: Record<string, never>
  }
}

/** Settings of all services, in the order of the menus; for a resident with what they are to them. */
export async function readServiceSettings(db: DbOrTx, actor: Actor): Promise<ServiceSetting[]> {
  const [rows, gates] = await Promise.all([
    db.selectFrom('service_settings').select(['type', 'status', 'amount']).execute(),
    actor.area === 'client' ? readServiceGates(db, actor.id) : undefined,
  ])
  return SERVICE_TYPES.flatMap((type) =>
    rows
      .filter((row) => row.type === type)
      .map((row) => ({ ...row, type, ...(gates && { gate: gates.get(type) ?? 'disabled' }) })),
  )
}

/** Changes the gates of some services; residents' menus hear of it. Throws 400 for an amount with a third decimal. */
export async function changeServiceSettings(
  services: Services,
  settings: readonly ServiceSetting[],
): Promise<void> {
  const rounded = settings.map((setting, index) => ({
    ...setting,
    amount: readAmount(setting.amount, index),
  }))
  // the last of a service named twice counts; always in the same order, so that two changes at once do not deadlock
  const byType = new Map(rounded.map((setting) => [setting.type, setting]))
  await change(services, async (tx) => {
    for (const { type, status, amount } of SERVICE_TYPES.flatMap((type) => byType.get(type) ?? [])) {
      const gate = { status, amount }
      await tx
        .insertInto('service_settings')
        .values({ type, ...gate })
        .onConflict((known) => known.column('type').doUpdateSet({ ...gate, updated_at: CLOCK }))
        .execute()
    }
    await tell(tx, 'services', {})
  })
}

function readAmount(amount: number, index: number): number {
  const rounded = toCentavo(amount)
  if (rounded === null) throw invalidInput({ [`services.${index}.amount`]: ['At most two decimals.'] })
  return rounded
}
