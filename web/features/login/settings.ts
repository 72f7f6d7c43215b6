import {
  formatBrowserTitle,
  DEFAULT_SETTINGS,
  loadPublicSettings,
  type PublicSettings,
  getStoredSettings,
} from '#lib/api/public-settings.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import { showPrivacyNoticeLink } from './privacy-notice-dialog.ts'
import { getElement } from './static-form.ts'

const RETRY_MS = 60_000

export function showSettings(settings: PublicSettings = getStoredSettings() ?? DEFAULT_SETTINGS): void {
  const area = getCurrentArea()
  document.title = formatBrowserTitle(area, settings.name)
  for (const name of document.querySelectorAll('[data-website-name]')) name.textContent = settings.name
  for (const logo of document.querySelectorAll<HTMLImageElement>('img[data-website-logo]')) {
    if (settings.logo) logo.src = settings.logo
  }
  showLoginImage(settings.loginBackground)
  getElement('forgot-open').hidden = !settings.mailsPasswords
  showPrivacyNoticeLink(settings.privacyNotice)
  // If passwords are reset by mail, only residents without an e-mail address need the hint to ask the office.
  getElement('forgot-hint').textContent = settings.mailsPasswords ? 'No email?' : 'Forgot your password?'
  // The super-administrator can log in during maintenance, in order to end it.
  const isLoginClosed = settings.underMaintenance && area !== 'super-admin'
  getElement('login-in').hidden = isLoginClosed
  getElement('choose-in').hidden = isLoginClosed
  getElement('stop-in').hidden = isLoginClosed
  getElement('maintenance').hidden = !isLoginClosed
  getElement('maintenance-message').textContent = settings.maintenanceMessage
}

function showLoginImage(src: string | undefined): void {
  const loginView = getElement('login-view')
  const currentImage = loginView.querySelector('img')
  if (!src) return currentImage?.remove()
  if (currentImage?.getAttribute('src') === src) return
  const backgroundPhoto = new Image()
  backgroundPhoto.alt = ''
  backgroundPhoto.className = 'fills'
  backgroundPhoto.src = src
  // The photo replaces the drawn background only after it has loaded. If loading fails, the drawing stays.
  backgroundPhoto.addEventListener('load', () => loginView.replaceChildren(backgroundPhoto))
}

let nextCheckTimer: ReturnType<typeof setTimeout> | undefined

export async function watchMaintenance(): Promise<void> {
  clearTimeout(nextCheckTimer)
  try {
    const settings = await loadPublicSettings()
    showSettings(settings)
    if (settings.underMaintenance) nextCheckTimer = setTimeout(() => void watchMaintenance(), RETRY_MS)
  } catch {
    // The failure is not shown here, because the next login shows it.
    nextCheckTimer = setTimeout(() => void watchMaintenance(), RETRY_MS)
  }
}
