import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'
import { tell } from '../../platform/realtime/outbox.ts'
import { change } from '../../platform/services.ts'
import type { Services } from '../../platform/services.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** Service settings changed: every resident's menu may have. */
    services: Record<string, never>
  }
}

/** A service's gate: off at 0, and closed to whoever owes `amount` pesos or more (rules 4.18). */
export interface ServiceSetting {
  type: ServiceType
  status: number
  amount: number
}

/** The gates of all services, in the order of the menus. */
export async function readServiceSettings(db: DbOrTx): Promise<ServiceSetting[]> {
  const rows = await prepared<ServiceSetting>(
    db,
    'service-settings.read',
    'select type, status, amount from service_settings',
  )
  return SERVICE_TYPES.flatMap((type) => rows.filter((row) => row.type === type))
}

/** Changes the gates of some services; residents' menus hear of it. Amounts are kept to the centavo. */
export async function changeServiceSettings(
  services: Services,
  settings: readonly ServiceSetting[],
): Promise<void> {
  // the last of a service named twice counts; always in the same order, so that two changes at once do not deadlock
  const byType = new Map(settings.map((setting) => [setting.type, setting]))
  await change(services, async (tx) => {
    for (const { type, status, amount } of SERVICE_TYPES.flatMap((type) => byType.get(type) ?? [])) {
      await prepared(
        tx,
        'service-settings.write',
        `insert into service_settings (type, status, amount) values ($1, $2, round($3::numeric, 2))
         on conflict (type) do update set status = excluded.status, amount = excluded.amount, updated_at = now()`,
        [type, status, amount],
      )
    }
    await tell(tx, 'services', {})
  })
}
