import { findSetting, updateSetting } from '#features/settings/website-settings.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { parseForm } from '@tahanan/contract/forms/validate.ts'
import type { GateSettings } from '@tahanan/contract/gate/answers.ts'
import { gateSettingsForm } from '@tahanan/contract/gate/forms.ts'

export const GATE_SETTINGS = 'gateSettings'

/** Settings that apply until the office saves its own (rules 24.2). */
export const INITIAL_GATE_SETTINGS: GateSettings = {
  visitHoursBefore: 2,
  workFrom: '08:00',
  workTo: '18:00',
  howToGetIn: 'Come to the gate and show this code to the guard.',
  walkInSeconds: 60,
  visitorsReturn: 1,
  officePhone: '',
}

type SavedSettings = GateSettings & { updated_at: Date }

export async function findGateSettings(db: DbOrTx): Promise<SavedSettings> {
  const { value, updated_at } = await findSetting(db, GATE_SETTINGS)
  return { ...INITIAL_GATE_SETTINGS, ...(JSON.parse(value || '{}') as Partial<GateSettings>), updated_at }
}

/**
 * Saves the gate's settings. New hours apply only to passes that are created later. Throws 400 for invalid
 * settings, and 409 if the settings changed after `seen`.
 */
export async function updateGateSettings(
  services: PlatformContext,
  actor: Actor,
  settings: GateSettings,
  lastSeen: Date | undefined,
): Promise<SavedSettings> {
  const context = { action: 'create', writer: 'admin', timeZone: services.config.communityTimeZone } as const
  const { errors } = parseForm(gateSettingsForm, settings, { ...context, now: new Date() })
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
  const trimmedSettings = {
    ...settings,
    howToGetIn: settings.howToGetIn.trim(),
    officePhone: settings.officePhone.trim(),
  }
  const setting = { name: GATE_SETTINGS, value: JSON.stringify(trimmedSettings), seen: lastSeen }
  const updatedAt = await runInTransaction(services, (tx) => updateSetting(tx, actor, setting))
  return { ...trimmedSettings, updated_at: updatedAt }
}
