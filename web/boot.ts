import { getMailedPage } from '#features/login/get-mailed-page.ts'
import { isOpenPage } from '#lib/address/open-pages.ts'
/**
 * Runs before the first paint, as a classic script of one kilobyte. It sets the attributes by which the styles show
 * the right login or the placeholder of the shell. With a session it preloads the first files of the area. Without a
 * session it caches them during the login.
 */
import { startFirstCalls } from '#lib/api/first-calls.ts'
import { isGatePage } from '#lib/api/gate-device.ts'
import { type Area, getCurrentArea, getSessionToken } from '#lib/api/session.ts'
import { getCurrentTheme } from '#ui/theme/get-theme-choice.ts'

/** The build replaces it (build/boot-script.mts). */
declare const FIRST_FILES: Partial<Record<Area | 'gate', readonly string[]>>

const { dataset } = document.documentElement
dataset.theme = getCurrentTheme()
dataset.area = getCurrentArea()
const page = getMailedPage()
if (page) dataset.page = page
// Payment gateways redirect to pages that need no login.
else if (getSessionToken() !== null || isOpenPage(location)) {
  dataset.session = ''
  // The login has large controls in every area; the administrators' pages are compact.
  if (dataset.area !== 'client') dataset.density = 'compact'
  const token = getSessionToken()
  if (token !== null) {
    dataset.shell = 'wait'
    startFirstCalls(token, location.pathname)
    preloadFirstFiles()
  }
} else addEventListener('input', fetchFirstFiles, { once: true })

function preloadFirstFiles(): void {
  for (const file of getFirstFiles()) {
    const link = document.createElement('link')
    if (file.endsWith('.js')) link.rel = 'modulepreload'
    else Object.assign(link, { rel: 'preload', as: 'style' })
    // Must match the mode of the later request, or the browser fetches the file twice.
    link.crossOrigin = 'anonymous'
    link.href = file
    document.head.append(link)
  }
}

/** Fetches, because Firefox blocks `<link rel=prefetch>` under the security policy. */
function fetchFirstFiles(): void {
  for (const file of getFirstFiles())
    fetch(file, { priority: 'low' })
      .then((answer) => answer.blob())
      // The next page fetches a missing file itself.
      .catch(() => undefined)
}

function getFirstFiles(): string[] {
  return (FIRST_FILES[isGatePage(location) ? 'gate' : getCurrentArea()] ?? []).map((file) => `/${file}`)
}
