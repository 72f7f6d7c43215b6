import { insertDefaultSettings } from '#features/settings/defaults.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import { documentOf, type Block } from './blocks.ts'
import { readCommunity } from './read-community.ts'

const { settings, minimums } = readCommunity<{
  settings: { websiteName: string } & Record<string, string>
  /** Balances in pesos from which a service is blocked: B-202 owes more than some, A-101 less than all. */
  minimums: Partial<Record<string, number>>
}>('settings')

export const COMMUNITY_NAME = settings.websiteName

/** Largest amount that the column holds: never blocked by a balance. */
const NEVER_BLOCKED = 9_999_999_999.99

const SETTINGS = Object.entries(settings).map(([name, value]) => ({ name, value }))
const SERVICES = SERVICE_TYPES.map((type) => ({
  type,
  status: RECORD_STATUS.active,
  amount: minimums[type] ?? NEVER_BLOCKED,
}))
const terms = (): string => JSON.stringify(documentOf(readCommunity<Block[]>('terms')))

/** Writes website settings, minimum amounts of the services and the terms, in place of those of a first start. */
export async function insertSettings(tx: Tx): Promise<void> {
  for (const table of ['settings', 'service_settings', 'terms'] as const) await tx.deleteFrom(table).execute()
  await tx.insertInto('settings').values(SETTINGS).execute()
  await tx.insertInto('service_settings').values(SERVICES).execute()
  await tx.insertInto('terms').values({ title: 'Terms And Conditions', content: terms() }).execute()
  await insertDefaultSettings(tx)
}

/** Gives settings, services and terms that are still the demo's the values of a first start. */
export async function resetDemoSettings(db: DbOrTx): Promise<void> {
  for (const setting of SETTINGS)
    await db
      .deleteFrom('settings')
      .where((eb) => eb.and(setting))
      .execute()
  for (const service of SERVICES)
    await db
      .deleteFrom('service_settings')
      .where((eb) => eb.and(service))
      .execute()
  await db.deleteFrom('terms').where('content', '=', terms()).execute()
  await insertDefaultSettings(db)
}
