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
  const parsedSettings = row ? parseMobileSettings(row.value) : undefined
  return parsedSettings && 'settings' in parsedSettings ? parsedSettings.settings : INITIAL_MOBILE_SETTINGS
}

/**
 * Validates mobile settings and assigns their uploaded images to them. Returns the JSON text to save. Throws
 * 400 at `mobileSettings.{name}`.
 */
export async function prepareMobileSettings(tx: Tx, actor: Actor, value: string): Promise<string> {
  const storedSettings = await findMobileSettings(tx)
  const parsedSettings = parseMobileSettings(value, storedSettings)
  if ('errors' in parsedSettings) throw createInvalidInputError(parsedSettings.errors)
  for (const [index, name] of MOBILE_IMAGE_NAMES.entries())
    await moveFiles(
      tx,
      actor,
      { kind: 'mobile-setting', id: index + 1 },
      { [`${MOBILE_SETTINGS}.${name}`]: [storedSettings[name]] },
      { [`${MOBILE_SETTINGS}.${name}`]: [parsedSettings.settings[name]] },
    )
  return JSON.stringify(parsedSettings.settings)
}
