import type { Setting } from '@tahanan/contract/settings/answers.ts'
import { setCommunityTimeZone } from '../time.ts'
import { api } from './api.ts'

/** Settings that are visible without a login (rules 11.1). Files are URLs instead of storage keys. */
export interface PublicSettings {
  name: string
  logo?: string
  loginBackground?: string
  underMaintenance: boolean
  maintenanceMessage: string
  mailsPasswords: boolean
  /** Number of the newest version of the privacy notice; 0 before the first one. */
  privacyNotice: number
  timeZone?: string
}

const SETTINGS_KEY = 'PUBLIC_SETTINGS'

export const DEFAULT_SETTINGS: PublicSettings = {
  name: 'Tahanan',
  underMaintenance: false,
  maintenanceMessage: '',
  mailsPasswords: false,
  privacyNotice: 0,
}

export function toPublicSettings(pairs: readonly Setting[]): PublicSettings {
  const findSetting = (name: string): Setting | undefined => pairs.find((pair) => pair.name === name)
  return {
    name: findSetting('websiteName')?.value || DEFAULT_SETTINGS.name,
    logo: findSetting('websiteLogo')?.src,
    loginBackground: findSetting('websiteLoginBackgroundImage')?.src,
    underMaintenance: (findSetting('isUnderMaintenance')?.value ?? '0') !== '0',
    maintenanceMessage: findSetting('maintenanceMessage')?.value ?? '',
    mailsPasswords: findSetting('forgottenPassword')?.value === '1',
    privacyNotice: Number(findSetting('privacyNotice')?.value ?? 0),
    timeZone: findSetting('communityTimeZone')?.value,
  }
}

/**
 * Returns the settings stored on the last visit, so that the first paint shows the right name of the
 * community.
 */
export function getStoredSettings(): PublicSettings | undefined {
  try {
    const text = localStorage.getItem(SETTINGS_KEY)
    return text === null ? undefined : { ...DEFAULT_SETTINGS, ...(JSON.parse(text) as PublicSettings) }
  } catch {
    return undefined
  }
}

/** Loads the settings, stores them for the next visit, and sets the community's time zone. */
export async function loadPublicSettings(): Promise<PublicSettings> {
  const settings = toPublicSettings(await api.get<Setting[]>('/public-website-settings'))
  if (settings.timeZone) setCommunityTimeZone(settings.timeZone)
  localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings))
  return settings
}

const AREA_TITLE_SUFFIXES = { client: '', admin: ' Admin', 'super-admin': ' Super Admin' } as const

export function formatBrowserTitle(area: keyof typeof AREA_TITLE_SUFFIXES, name: string): string {
  return `${name}${AREA_TITLE_SUFFIXES[area]}`
}
