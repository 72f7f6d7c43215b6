import type { FieldErrors } from '../errors.ts'
import { isJsonDeeperThan } from '../json-depth.ts'

/** Appearance of the mobile app, stored as one JSON text in the setting `mobileSettings` (rules 11.11). */

interface MobileField {
  readonly kind: 'fixed' | 'text' | 'colour' | 'image'
  readonly label: string
  readonly initial: string
  readonly hint?: string
}

const createColourField = (label: string, initial: string) => ({ kind: 'colour', label, initial }) as const

export const MOBILE_SETTINGS = {
  appName: { kind: 'fixed', label: 'App Name', initial: 'Tahanan' },
  appTitle: { kind: 'text', label: 'App Title', initial: 'Tahanan' },
  appConnectionString: { kind: 'text', label: 'App Connection String', initial: '' },
  headerBackgroundColor: createColourField('Header Background Color', '#17594a'),
  headerLogoPath: { kind: 'image', label: 'Header Logo', initial: '', hint: '100x40' },
  loginBackgroundImagePath: { kind: 'image', label: 'Login Background Image', initial: '', hint: '300x750' },
  footerNavigationBackgroundColor: createColourField('Footer Navigation Background Color', '#ffffff'),
  drawerNavigationBackgroundColor: createColourField('Drawer Navigation Background Color', '#ffffff'),
  primaryButtonBackgroundColor: createColourField('Primary Button Background Color', '#17594a'),
  primaryButtonBorderColor: createColourField('Primary Button Border Color', '#17594a'),
  primaryButtonLabelColor: createColourField('Primary Button Label Color', '#ffffff'),
  secondaryButtonBackgroundColor: createColourField('Secondary Button Background Color', '#ffffff'),
  secondaryButtonBorderColor: createColourField('Secondary Button Border Color', '#17594a'),
  secondaryButtonLabelColor: createColourField('Secondary Button Label Color', '#17594a'),
} as const satisfies Record<string, MobileField>

export type MobileSetting = keyof typeof MOBILE_SETTINGS
export type MobileSettings = Readonly<Record<MobileSetting, string>>

export const MOBILE_SETTING_NAMES = Object.keys(MOBILE_SETTINGS) as MobileSetting[]
export const MOBILE_IMAGE_NAMES = MOBILE_SETTING_NAMES.filter(
  (name) => MOBILE_SETTINGS[name].kind === 'image',
)

export const INITIAL_MOBILE_SETTINGS = Object.fromEntries(
  MOBILE_SETTING_NAMES.map((name) => [name, MOBILE_SETTINGS[name].initial]),
) as Record<MobileSetting, string>

/** Keys of the images in the form, if the key differs from the name of the setting (rules 11.12). */
const FORM_FIELD_NAMES: Partial<Record<MobileSetting, string>> = {
  headerLogoPath: 'headerLogo',
  loginBackgroundImagePath: 'loginBackgroundImage',
}

const COLOUR_PATTERN = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const MAX_CHARACTERS = 1000
// JSON allows NUL and unpaired surrogates, PostgreSQL refuses them.
const isStorableText = (value: string) => value.isWellFormed() && !value.includes('\u0000')

/**
 * Parses changed settings. A missing setting keeps its value in `stored`, unknown settings are dropped, and
 * the name of the app cannot be changed. Errors have the key `mobileSettings` or `mobileSettings.{name}`.
 */
export function parseMobileSettings(
  text: string,
  storedSettings: MobileSettings = INITIAL_MOBILE_SETTINGS,
): { settings: MobileSettings } | { errors: FieldErrors } {
  const parsedSettings = parseObject(text)
  if (!parsedSettings) return { errors: { mobileSettings: ['These settings could not be read.'] } }
  const settings = { ...storedSettings }
  const errors: FieldErrors = {}
  for (const name of MOBILE_SETTING_NAMES) {
    const field: MobileField = MOBILE_SETTINGS[name]
    const sentValue = findValue(parsedSettings, name)
    const value = typeof sentValue === 'string' ? sentValue.trim() : sentValue
    if (field.kind === 'fixed') settings[name] = field.initial
    else if (value !== undefined) {
      const problem = findProblem(field.kind, value)
      if (problem) errors[`mobileSettings.${name}`] = [problem]
      else settings[name] = field.kind === 'colour' ? String(value).toLowerCase() : String(value ?? '')
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { settings }
}

function parseObject(text: string): object | null {
  if (isJsonDeeperThan(text, 8)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function findValue(values: object, name: MobileSetting): unknown {
  for (const key of [name, FORM_FIELD_NAMES[name]])
    if (key !== undefined && Object.hasOwn(values, key)) return (values as Record<string, unknown>)[key]
  return undefined
}

function findProblem(kind: MobileField['kind'], value: unknown): string | null {
  if (kind === 'colour')
    return typeof value === 'string' && COLOUR_PATTERN.test(value)
      ? null
      : 'This is not a colour, such as #17594a.'
  if (value === null) return null
  if (typeof value !== 'string') return 'This must be a text.'
  if (value.length > MAX_CHARACTERS) return `At most ${MAX_CHARACTERS} characters.`
  if (!isStorableText(value)) return 'This holds characters that cannot be stored.'
  if (kind === 'image' && value !== '' && !value.startsWith('logo/'))
    return 'This image does not lie in the folder logo.'
  return null
}
