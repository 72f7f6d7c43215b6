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
  // If passwords are reset by mail, only residents without an e-mail address must ask the office.
  getElement('forgot-hint').textContent = settings.mailsPasswords ? 'No e-mail?' : 'Forgot your password?'
  // The super-administrator can log in during maintenance, in order to end it.
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
  // The photo replaces the drawing only after it has loaded, so the drawing also stays if loading fails.
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
    // The failure is not shown here, because the next login shows it.
    next = setTimeout(() => void watchMaintenance(), AGAIN_MS)
  }
}
