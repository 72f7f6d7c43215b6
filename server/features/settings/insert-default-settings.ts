import type { DbOrTx } from '#platform/db/client.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { SERVICE_TYPES, type ServiceType } from '@tahanan/contract/tickets/define-module.ts'

const DEFAULT_WEBSITE_SETTINGS = {
  websiteName: 'Tahanan',
  isUnderMaintenance: '0',
  maintenanceMessage: 'We are making the portal better. Please come back in a little while.',
}

/**
 * Services that a high balance never blocks, because refusing visitors for unpaid dues is legally doubtful
 * (rules 4.20).
 */
const NEVER_BLOCKED_SERVICES: readonly ServiceType[] = ['visitorPass', 'gatePass', 'incident']
/** Balance in pesos from which the other services are blocked. */
const BLOCKING_BALANCE = 20_000

const createParagraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const DEFAULT_TERMS = JSON.stringify({
  type: 'doc',
  content: [
    createParagraph(
      'This portal is run by the property management office for the residents of this community. By ' +
        'logging in you agree to use it for your own unit and to keep your password to yourself.',
    ),
    createParagraph(
      'What you file here, and the pictures and documents that you attach, is seen by the staff of the ' +
        'property management office who handle it. It is kept as long as the community needs it for its ' +
        'records.',
    ),
    createParagraph(
      'The property management office answers questions about your data and corrects it when it is wrong.',
    ),
  ],
})

/**
 * Inserts the settings that are missing. Runs at the first start and after a reset. Existing settings do not
 * change (rules 11.15).
 */
export async function insertDefaultSettings(db: DbOrTx): Promise<void> {
  await db
    .insertInto('settings')
    .values(Object.entries(DEFAULT_WEBSITE_SETTINGS).map(([name, value]) => ({ name, value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('service_settings')
    .values(
      SERVICE_TYPES.map((type) => ({
        type,
        status: RECORD_STATUS.active,
        amount: NEVER_BLOCKED_SERVICES.includes(type) ? LIMITS.money : BLOCKING_BALANCE,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('terms')
    .values({ title: 'Terms And Conditions', content: DEFAULT_TERMS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
