import type { Setting } from '@tahanan/contract/settings/answers.ts'
import { setCommunityTimeZone } from '../time.ts'
import { api } from './api.ts'

/** Public settings of the community (rules 11.1), its files as addresses that can be shown. */
export interface PublicSettings {
  name: string
  /** Undefined: the portal's own mark. */
  logo?: string
  loginBackground?: string
  underMaintenance: boolean
  maintenanceMessage: string
  /** The portal mails links for forgotten passwords. */
  mailsPasswords: boolean
  timeZone?: string
}

const REMEMBERED = 'PUBLIC_SETTINGS'

export const DEFAULT_SETTINGS: PublicSettings = {
  name: 'Tahanan',
  underMaintenance: false,
  maintenanceMessage: '',
  mailsPasswords: false,
}

/** Name/value pairs as one record. */
export function settingsOf(pairs: readonly Setting[]): PublicSettings {
  const of = (name: string): Setting | undefined => pairs.find((pair) => pair.name === name)
  return {
    name: of('websiteName')?.value || DEFAULT_SETTINGS.name,
    logo: of('websiteLogo')?.src,
    loginBackground: of('websiteLoginBackgroundImage')?.src,
    underMaintenance: (of('isUnderMaintenance')?.value ?? '0') !== '0',
    maintenanceMessage: of('maintenanceMessage')?.value ?? '',
    mailsPasswords: of('forgottenPassword')?.value === '1',
    timeZone: of('communityTimeZone')?.value,
  }
}

/** Returns the settings of the last visit, so that the name is right from the first paint on. */
export function rememberedSettings(): PublicSettings | undefined {
  try {
    const text = localStorage.getItem(REMEMBERED)
    return text === null ? undefined : { ...DEFAULT_SETTINGS, ...(JSON.parse(text) as PublicSettings) }
  } catch {
    return undefined
  }
}

/** Fetches the settings, sets the community's time zone, and remembers the answer. */
export async function loadPublicSettings(): Promise<PublicSettings> {
  const settings = settingsOf(await api.get<Setting[]>('/public-website-settings'))
  if (settings.timeZone) setCommunityTimeZone(settings.timeZone)
  localStorage.setItem(REMEMBERED, JSON.stringify(settings))
  return settings
}

const TITLES = { client: '', admin: ' Admin', 'super-admin': ' Super Admin' } as const

/** The browser's title of an area: the community's and the area's name. */
export function browserTitle(area: keyof typeof TITLES, name: string): string {
  return `${name}${TITLES[area]}`
}
