import { isChoosingPassword } from '#features/login/choosing.ts'
import { isOpenPage } from '#lib/address/open-pages.ts'
/**
 * Runs before the first paint, as a classic script of a kilobyte: sets the theme, the area, whether there is a session, and
 * whether a mailed link opened the page. By these the styles show the right login, or the empty shell. With a session the first
 * files of its area are fetched at once, else while somebody types their login.
 */
import { startFirstCalls } from '#lib/api/first-calls.ts'
import { type Area, currentArea, sessionToken } from '#lib/api/session.ts'
import { themeNow } from '#ui/theme/theme-choice.ts'

/** Put in by the build (build/boot-script.mts). */
declare const FIRST_FILES: Partial<Record<Area, readonly string[]>>

const { dataset } = document.documentElement
dataset.theme = themeNow()
dataset.area = currentArea()
if (isChoosingPassword()) dataset.page = 'choose-password'
// a page that opens to everybody has no login either
else if (sessionToken() !== null || isOpenPage(location)) {
  dataset.session = ''
  // the login is roomy in every area, the administrators' pages are dense
  if (dataset.area !== 'client') dataset.density = 'compact'
  const token = sessionToken()
  if (token !== null) {
    dataset.shell = 'wait'
    startFirstCalls(token, location.pathname)
    preloadFirstFiles()
  }
} else addEventListener('input', fetchFirstFiles, { once: true })

/** Loads the first files of the area for this page. */
function preloadFirstFiles(): void {
  for (const file of firstFiles()) {
    const link = document.createElement('link')
    if (file.endsWith('.js')) link.rel = 'modulepreload'
    else Object.assign(link, { rel: 'preload', as: 'style' })
    // as the page asks for them: a preload in another mode is fetched for nothing
    link.crossOrigin = 'anonymous'
    link.href = file
    document.head.append(link)
  }
}

/**
 * Puts the first files of the area into the browser's cache for the next page. Firefox refuses `<link rel=prefetch>` under the
 * security policy; a call is allowed in every browser, and runs no script while somebody types.
 */
function fetchFirstFiles(): void {
  for (const file of firstFiles())
    fetch(file, { priority: 'low' })
      .then((answer) => answer.blob())
      // then the next page fetches it
      .catch(() => undefined)
}

function firstFiles(): string[] {
  return (FIRST_FILES[currentArea()] ?? []).map((file) => `/${file}`)
}
