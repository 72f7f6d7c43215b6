import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { invalidInput } from '#platform/errors.ts'
import { moveFiles } from '#platform/files/claim-files.ts'
import {
  INITIAL_MOBILE_SETTINGS,
  MOBILE_IMAGES,
  parseMobileSettings,
  type MobileSettings,
} from '@tahanan/contract/settings/mobile-settings.ts'
import { listSettings } from './website-settings.ts'

/** Name of the setting whose value is a JSON text with all mobile settings (rules 11.11). */
export const MOBILE = 'mobileSettings'

/** Returns the mobile settings, or the defaults if none are saved. */
export async function findMobileSettings(db: DbOrTx): Promise<MobileSettings> {
  const [row] = await listSettings(db, [MOBILE])
  const read = row ? parseMobileSettings(row.value) : undefined
  return read && 'settings' in read ? read.settings : INITIAL_MOBILE_SETTINGS
}

/**
 * Validates mobile settings and claims their images. Returns the JSON text to save. Throws 400 at
 * `mobileSettings.{name}`.
 */
export async function claimMobileSettings(tx: Tx, actor: Actor, value: string): Promise<string> {
  const before = await findMobileSettings(tx)
  const read = parseMobileSettings(value, before)
  if ('errors' in read) throw invalidInput(read.errors)
  for (const [index, name] of MOBILE_IMAGES.entries())
    await moveFiles(
      tx,
      actor,
      { kind: 'mobile-setting', id: index + 1 },
      { [`${MOBILE}.${name}`]: [before[name]] },
      { [`${MOBILE}.${name}`]: [read.settings[name]] },
    )
  return JSON.stringify(read.settings)
}
