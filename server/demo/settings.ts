import { insertDefaultSettings } from '#features/settings/insert-default-settings.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { SERVICE_TYPES } from '@tahanan/contract/tickets/define-module.ts'
import { loadCommunityFile } from './load-community-file.ts'
import { removeDemoNotice } from './privacy-notice.ts'
import { toDocument, type Block } from './rich-text-blocks.ts'

const { settings, minimums } = loadCommunityFile<{
  settings: { websiteName: string } & Record<string, string>
  /**
   * Amount in pesos for each service: a resident who owes it or more cannot use the service. B-202 is blocked
   * from some services, A-101 from none.
   */
  minimums: Partial<Record<string, number>>
}>('settings')

export const COMMUNITY_NAME = settings.websiteName

/**
 * Largest amount that the database column accepts. No resident can owe that much, so no service is blocked.
 */
const MAX_BALANCE = 9_999_999_999.99

const SETTINGS = Object.entries(settings).map(([name, value]) => ({ name, value }))
const SERVICES = SERVICE_TYPES.map((type) => ({
  type,
  status: RECORD_STATUS.active,
  amount: minimums[type] ?? MAX_BALANCE,
}))
const createTerms = (): string => JSON.stringify(toDocument(loadCommunityFile<Block[]>('terms')))

export async function insertSettings(tx: Tx): Promise<void> {
  for (const table of ['settings', 'service_settings', 'terms'] as const) await tx.deleteFrom(table).execute()
  await tx.insertInto('settings').values(SETTINGS).execute()
  await tx.insertInto('service_settings').values(SERVICES).execute()
  await tx.insertInto('terms').values({ title: 'Terms And Conditions', content: createTerms() }).execute()
  await insertDefaultSettings(tx)
}

/**
 * Deletes the demo's settings, terms and privacy notice, so that the defaults apply. Keeps settings and terms
 * that somebody has changed.
 */
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
  await db.deleteFrom('terms').where('content', '=', createTerms()).execute()
  await removeDemoNotice(db)
  await insertDefaultSettings(db)
}
