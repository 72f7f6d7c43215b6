import { api } from './api.ts'
import { setCommunityTimeZone } from '../time.ts'

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

interface NameValue {
  name: string
  value: string | null
  src?: string | null
}

const REMEMBERED = 'PUBLIC_SETTINGS'

export const DEFAULT_SETTINGS: PublicSettings = {
  name: 'Tahanan',
  underMaintenance: false,
  maintenanceMessage: '',
  mailsPasswords: false,
}

/** Name/value pairs as one record. Files under `logo/` are public (rules 6.10). */
export function settingsOf(pairs: readonly NameValue[]): PublicSettings {
  const of = (name: string): NameValue | undefined => pairs.find((pair) => pair.name === name)
  const file = (name: string): string | undefined => {
    const pair = of(name)
    return pair?.src ?? (pair?.value ? `/files/${pair.value}` : undefined)
  }
  return {
    name: of('websiteName')?.value || DEFAULT_SETTINGS.name,
    logo: file('websiteLogo'),
    loginBackground: file('websiteLoginBackgroundImage'),
    underMaintenance: (of('isUnderMaintenance')?.value ?? '0') !== '0',
    maintenanceMessage: of('maintenanceMessage')?.value ?? '',
    mailsPasswords: of('forgottenPassword')?.value === '1',
    timeZone: of('communityTimeZone')?.value ?? undefined,
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
  const settings = settingsOf(await api.get<NameValue[]>('/public-website-settings'))
  if (settings.timeZone) setCommunityTimeZone(settings.timeZone)
  localStorage.setItem(REMEMBERED, JSON.stringify(settings))
  return settings
}

const TITLES = { client: '', admin: ' Admin', 'super-admin': ' Super Admin' } as const

/** The browser's title of an area: the community's and the area's name. */
export function browserTitle(area: keyof typeof TITLES, name: string): string {
  return `${name}${TITLES[area]}`
}
