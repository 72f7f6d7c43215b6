import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import {
  INITIAL_MOBILE_SETTINGS,
  MOBILE_IMAGE_NAMES,
  parseMobileSettings,
  type MobileSettings,
} from '@tahanan/contract/settings/mobile-settings.ts'
import { listSettings } from './website-settings.ts'

/** Name of the setting whose value is a JSON text with all mobile settings (rules 11.11). */
export const MOBILE_SETTINGS = 'mobileSettings'

export async function findMobileSettings(db: DbOrTx): Promise<MobileSettings> {
  const [row] = await listSettings(db, [MOBILE_SETTINGS])
  const parsed = row ? parseMobileSettings(row.value) : undefined
  return parsed && 'settings' in parsed ? parsed.settings : INITIAL_MOBILE_SETTINGS
}

/**
 * Validates mobile settings and claims their images. Returns the JSON text to save. Throws 400 at
 * `mobileSettings.{name}`.
 */
export async function claimMobileSettings(tx: Tx, actor: Actor, value: string): Promise<string> {
  const before = await findMobileSettings(tx)
  const parsed = parseMobileSettings(value, before)
  if ('errors' in parsed) throw createInvalidInputError(parsed.errors)
  for (const [index, name] of MOBILE_IMAGE_NAMES.entries())
    await moveFiles(
      tx,
      actor,
      { kind: 'mobile-setting', id: index + 1 },
      { [`${MOBILE_SETTINGS}.${name}`]: [before[name]] },
      { [`${MOBILE_SETTINGS}.${name}`]: [parsed.settings[name]] },
    )
  return JSON.stringify(parsed.settings)
}
