import {
  formatBrowserTitle,
  DEFAULT_SETTINGS,
  loadPublicSettings,
  type PublicSettings,
  getRememberedSettings,
} from '#lib/api/public-settings.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import { showNoticeLink } from './notice.ts'
import { getElement } from './static-form.ts'

const AGAIN_MS = 60_000

export function showSettings(settings: PublicSettings = getRememberedSettings() ?? DEFAULT_SETTINGS): void {
  const area = getCurrentArea()
  document.title = formatBrowserTitle(area, settings.name)
  for (const name of document.querySelectorAll('[data-website-name]')) name.textContent = settings.name
  for (const logo of document.querySelectorAll<HTMLImageElement>('img[data-website-logo]')) {
    if (settings.logo) logo.src = settings.logo
  }
  showWindow(settings.loginBackground)
  getElement('forgot-open').hidden = !settings.mailsPasswords
  showNoticeLink(settings.privacyNotice)
  // With mailed links, the hint to ask the office is only for residents without e-mail.
  getElement('forgot-hint').textContent = settings.mailsPasswords ? 'No e-mail?' : 'Forgot your password?'
  // The super-administrator can end the maintenance, so their login stays available.
  const closed = settings.underMaintenance && area !== 'super-admin'
  getElement('login-in').hidden = closed
  getElement('choose-in').hidden = closed
  getElement('stop-in').hidden = closed
  getElement('maintenance').hidden = !closed
  getElement('maintenance-message').textContent = settings.maintenanceMessage
}

function showWindow(src: string | undefined): void {
  const view = getElement('login-view')
  const shown = view.querySelector('img')
  if (!src) return shown?.remove()
  if (shown?.getAttribute('src') === src) return
  const photo = new Image()
  photo.alt = ''
  photo.className = 'fills'
  photo.src = src
  // Replaced after loading, so that the drawing stays until then, and after an error.
  photo.addEventListener('load', () => view.replaceChildren(photo))
}

let next: ReturnType<typeof setTimeout> | undefined

export async function watchMaintenance(): Promise<void> {
  clearTimeout(next)
  try {
    const settings = await loadPublicSettings()
    showSettings(settings)
    if (settings.underMaintenance) next = setTimeout(() => void watchMaintenance(), AGAIN_MS)
  } catch {
    // The form stays usable, because a login shows the error.
    next = setTimeout(() => void watchMaintenance(), AGAIN_MS)
  }
}
