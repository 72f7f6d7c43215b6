import { readSetting, writeSettings } from '#features/settings/website-settings.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { invalidInput } from '#platform/errors.ts'
import { change, type Services } from '#platform/services.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { GateSettings } from '@tahanan/contract/gate/answers.ts'
import { OFFICE_TIME } from '@tahanan/contract/settings/office-hours.ts'

/** Setting with what the office sets about the gate, as JSON. */
export const GATE_SETTINGS = 'gateSettings'

/** Settings until others are saved (rules 24.2). */
export const INITIAL_GATE_SETTINGS: GateSettings = {
  visitHoursBefore: 2,
  workFrom: '08:00',
  workTo: '18:00',
  howToGetIn: 'Come to the gate and show this code to the guard.',
  walkInSeconds: 60,
}

export const readGateSettings = async (db: DbOrTx): Promise<GateSettings> => ({
  ...INITIAL_GATE_SETTINGS,
  ...(JSON.parse((await readSetting(db, GATE_SETTINGS)) || '{}') as Partial<GateSettings>),
})

/** Saves the settings; hours count for passes that are made later. Throws 400. */
export async function changeGateSettings(services: Services, settings: GateSettings): Promise<GateSettings> {
  const errors: FieldErrors = {}
  for (const name of ['workFrom', 'workTo'] as const)
    if (!OFFICE_TIME.test(settings[name])) errors[name] = ['Please input a time.']
  if (Object.keys(errors).length === 0 && settings.workFrom >= settings.workTo)
    errors['workTo'] = ['Work ends before it begins.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  const saved = { ...settings, howToGetIn: settings.howToGetIn.trim() }
  await change(services, (tx) => writeSettings(tx, [{ name: GATE_SETTINGS, value: JSON.stringify(saved) }]))
  return saved
}
