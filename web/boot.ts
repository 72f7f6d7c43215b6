import { getMailedPage } from '#features/login/get-mailed-page.ts'
import { isPublicPage } from '#lib/address/public-pages.ts'
/**
 * Inline script of about 1 kB that runs before the first paint. It sets attributes on <html>. CSS uses them
 * to show the right login, or a placeholder of the page. With a session, the script preloads the first files
 * of the area. Without a session, it fetches these files into the cache when the user starts to type in the
 * login form.
 */
import { startFirstCalls } from '#lib/api/first-calls.ts'
import { isGatePage } from '#lib/api/gate-device.ts'
import { type Area, getCurrentArea, getSessionToken } from '#lib/api/session.ts'
import { getCurrentTheme } from '#ui/theme/get-theme-choice.ts'

/** File names of each area. The build inserts them (build/create-boot-script-plugin.mts). */
declare const FIRST_FILES: Partial<Record<Area | 'gate', readonly string[]>>

const { dataset } = document.documentElement
dataset.theme = getCurrentTheme()
dataset.area = getCurrentArea()
const mailedPage = getMailedPage()
if (mailedPage) dataset.page = mailedPage
// Pages to which a payment gateway redirects the user are public, so they also skip the login.
else if (getSessionToken() !== null || isPublicPage(location)) {
  dataset.session = ''
  // Controls are large at the login, but compact in the administrators' areas.
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
    // Must equal the CORS mode of the later request. Otherwise the browser fetches the file twice.
    link.crossOrigin = 'anonymous'
    link.href = file
    document.head.append(link)
  }
}

/**
 * Caches the files by `fetch`, because the content security policy makes Firefox block `<link rel=prefetch>`.
 */
function fetchFirstFiles(): void {
  for (const file of getFirstFiles())
    fetch(file, { priority: 'low' })
      .then((response) => response.blob())
      // A failure is harmless, because the next page loads a missing file itself.
      .catch(() => undefined)
}

function getFirstFiles(): string[] {
  return (FIRST_FILES[isGatePage(location) ? 'gate' : getCurrentArea()] ?? []).map((file) => `/${file}`)
}
