import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { Actor } from '../actor.ts'
import { invalidInput } from '../errors.ts'
import { claimFiles, releaseFiles } from '../files/ownership.ts'
import { tell } from '../realtime/outbox.ts'
import { change } from '../services.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../db/client.ts'
import { IMAGE_SETTINGS, WEBSITE_SETTINGS, readSettings, writeSettings } from './website-settings.ts'

type Values = ReadonlyMap<string, string>

/**
 * Changes website settings, all of the call or none (specification 3 §5). Everybody is told, logged in or not; while
 * maintenance is on, residents and administrators are refused from the next call on and their live connections closed.
 * Throws 400 with messages at the settings' names.
 */
export async function changeWebsiteSettings(
  services: Services,
  actor: Actor,
  settings: readonly { name: string; value: string }[],
): Promise<void> {
  const given = new Map(
    settings.map(({ name, value }) => [name, IMAGE_SETTINGS.includes(name) ? value.trim() : value]),
  )
  await change(services, async (tx) => {
    // Two changes at once would each check against what the other is replacing.
    await tx
      .selectFrom('settings')
      .select('name')
      .where('name', '=', 'isUnderMaintenance')
      .forUpdate()
      .execute()
    const stored: Values = new Map(
      (await readSettings(tx, WEBSITE_SETTINGS)).map(({ name, value }) => [name, value]),
    )
    const errors = check(given, new Map([...stored, ...given]))
    if (Object.keys(errors).length > 0) throw invalidInput(errors)
    for (const name of IMAGE_SETTINGS)
      await replaceImage(tx, actor, name, stored.get(name) ?? '', given.get(name))
    await writeSettings(
      tx,
      [...given].map(([name, value]) => ({ name, value })),
    )
    await tell(tx, 'settings', {})
  })
}

function check(given: Values, all: Values): FieldErrors {
  const known: readonly string[] = WEBSITE_SETTINGS
  const errors: FieldErrors = {}
  for (const name of given.keys()) if (!known.includes(name)) errors[name] = ['There is no such setting.']
  if (isBlank(all.get('websiteName'))) errors.websiteName = ['Please input your website name!']
  else if ((all.get('websiteName')?.length ?? 0) > 100) errors.websiteName = ['At most 100 characters.']
  if (!['0', '1'].includes(all.get('isUnderMaintenance') ?? '0'))
    errors.isUnderMaintenance = ["This is '0' or '1'."]
  if (all.get('isUnderMaintenance') === '1' && isBlank(all.get('maintenanceMessage')))
    errors.maintenanceMessage = ['Please input your maintenance message!']
  for (const name of IMAGE_SETTINGS) {
    const key = given.get(name)
    if (key && !key.startsWith('logo/')) errors[name] = ['This image does not lie in the folder logo.']
  }
  return errors
}

const isBlank = (text: string | undefined) => text === undefined || text.trim() === ''

/** The setting owns its image: the new one must be the caller's upload, the old one is let go of. Empty takes it away. */
async function replaceImage(
  tx: Tx,
  actor: Actor,
  name: string,
  before: string,
  after: string | undefined,
): Promise<void> {
  if (after === undefined || after === before) return
  const owner = { kind: 'website-setting', id: IMAGE_SETTINGS.indexOf(name) + 1 }
  if (after) await claimFiles(tx, actor, owner, [after], name)
  if (before) await releaseFiles(tx, owner, [before])
}
