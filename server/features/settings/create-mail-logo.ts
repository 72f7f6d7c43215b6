import { PortalError } from '#platform/errors.ts'
import type { Logo } from '#platform/mail/mail-content.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { drawLogo } from './draw-logo.ts'
import { findSettingValue } from './website-settings.ts'

/** Maximum size in pixels: twice the displayed size, for high-density screens. */
const MAX_SIZE = { width: 240, height: 80, palette: true } as const

/**
 * Returns a function that renders the logo for mails and caches it until the logo changes. If the logo is
 * missing or unreadable, an error is logged once, and mails show only the community's name. While the file
 * store is unavailable, each mail tries again.
 */
export function createMailLogo({ db, files, log }: Pick<PlatformContext, 'db' | 'files' | 'log'>) {
  let cachedLogo: { key: string; logo: Promise<Logo | undefined> } | undefined
  return async (): Promise<Logo | undefined> => {
    const key = await findSettingValue(db, 'websiteLogo').catch(() => '')
    if (key === '') return undefined
    if (cachedLogo?.key !== key) cachedLogo = { key, logo: loadLogo(key) }
    return cachedLogo.logo
  }

  async function loadLogo(key: string): Promise<Logo | undefined> {
    try {
      const { png, width, height } = await drawLogo(files, key, MAX_SIZE)
      return { png, width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
    } catch (error) {
      if (error instanceof PortalError && error.code === 'unavailable' && cachedLogo?.key === key)
        cachedLogo = undefined
      log.warn({ err: error, logo: key }, 'the logo cannot be shown in mails')
      return undefined
    }
  }
}
