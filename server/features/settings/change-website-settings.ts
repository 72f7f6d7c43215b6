import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import {
  REQUEST_DAYS_MESSAGE,
  REQUEST_DAYS_PATTERN,
} from '@tahanan/contract/privacy-requests/request-form.ts'
import {
  COUNTER_LIMIT_MESSAGE,
  parseCounterLimit,
  GRACE_DAYS_PATTERN,
  GRACE_DAYS_MESSAGE,
} from '@tahanan/contract/settings/money-settings.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { MOBILE_SETTINGS, prepareMobileSettings } from './find-mobile-settings.ts'
import {
  IMAGE_SETTINGS,
  PUBLIC_SETTINGS,
  listSettings,
  WEBSITE_SETTINGS,
  writeSettings,
} from './website-settings.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    settings: Record<string, never>
  }
}

const TRIMMED_SETTINGS: readonly string[] = [
  'websiteName',
  'graceDays',
  'confirmCounterAbove',
  'privacyRequestDays',
  ...IMAGE_SETTINGS,
]

type SettingValues = ReadonlyMap<string, string>

/**
 * Changes either all given settings or none (rules 11.3), and sends them to all open pages. If maintenance is
 * turned on, residents and administrators are refused and disconnected. Throws 400 at the names of invalid
 * settings.
 */
export async function changeWebsiteSettings(
  services: PlatformContext,
  actor: Actor,
  settings: readonly { name: string; value: string }[],
): Promise<void> {
  const changedValues = new Map(
    settings.map(({ name, value }) => [name, TRIMMED_SETTINGS.includes(name) ? toOneLine(value) : value]),
  )
  await runInTransaction(services, async (tx) => {
    // The lock makes changes run one after the other. Otherwise each of two simultaneous changes would be
    // validated without the values of the other.
    await tx
      .selectFrom('settings')
      .select('name')
      .where('name', '=', 'isUnderMaintenance')
      .forUpdate()
      .execute()
    const storedValues: SettingValues = new Map(
      (await listSettings(tx, PUBLIC_SETTINGS)).map(({ name, value }) => [name, value]),
    )
    const errors = getSettingErrors(changedValues, new Map([...storedValues, ...changedValues]))
    if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
    for (const [index, name] of IMAGE_SETTINGS.entries()) {
      const storedValue = storedValues.get(name) ?? ''
      const fileOwner = { kind: 'website-setting', id: index + 1 }
      await moveFiles(
        tx,
        actor,
        fileOwner,
        { [name]: [storedValue] },
        { [name]: [changedValues.get(name) ?? storedValue] },
      )
    }
    const mobileSettings = changedValues.get(MOBILE_SETTINGS)
    if (mobileSettings !== undefined)
      changedValues.set(MOBILE_SETTINGS, await prepareMobileSettings(tx, actor, mobileSettings))
    await writeSettings(
      tx,
      [...changedValues].map(([name, value]) => ({ name, value })),
    )
    if (storedValues.get('isUnderMaintenance') === '1' && changedValues.get('isUnderMaintenance') === '0')
      await endWaitingSessions(tx)
    await publishEvent(tx, 'settings', {})
  })
}

/**
 * Ends the sessions of residents and administrators when maintenance ends (rules 1.12). If the sessions ended
 * earlier, these users would not see the maintenance message.
 */
export async function endWaitingSessions(db: DbOrTx): Promise<void> {
  await db.deleteFrom('sessions').where('area', 'in', ['client', 'admin']).execute()
}

function getSettingErrors(changedValues: SettingValues, allValues: SettingValues): FieldErrors {
  const knownSettings: readonly string[] = WEBSITE_SETTINGS
  const errors: FieldErrors = {}
  for (const name of changedValues.keys())
    if (!knownSettings.includes(name) && name !== MOBILE_SETTINGS)
      errors[name] = ['There is no such setting.']
  if (isBlank(allValues.get('websiteName'))) errors.websiteName = ['Please input your website name!']
  else if ((allValues.get('websiteName')?.length ?? 0) > 100) errors.websiteName = ['At most 100 characters.']
  for (const name of ['isUnderMaintenance', 'makerChecker', 'penaltiesFirst'])
    if (!['0', '1'].includes(allValues.get(name) ?? '0')) errors[name] = ["This is '0' or '1'."]
  const limit = changedValues.get('confirmCounterAbove')
  if (limit !== undefined && parseCounterLimit(limit) === null)
    errors.confirmCounterAbove = [COUNTER_LIMIT_MESSAGE]
  if (!GRACE_DAYS_PATTERN.test(changedValues.get('graceDays') ?? '')) errors.graceDays = [GRACE_DAYS_MESSAGE]
  if (!REQUEST_DAYS_PATTERN.test(changedValues.get('privacyRequestDays') ?? ''))
    errors.privacyRequestDays = [REQUEST_DAYS_MESSAGE]
  if (allValues.get('isUnderMaintenance') === '1' && isBlank(allValues.get('maintenanceMessage')))
    errors.maintenanceMessage = ['Please input your maintenance message!']
  for (const name of IMAGE_SETTINGS) {
    const key = changedValues.get(name)
    if (key && !key.startsWith('logo/')) errors[name] = ['This image does not lie in the folder logo.']
  }
  return errors
}

const isBlank = (text: string | undefined) => text === undefined || toOneLine(text) === ''
