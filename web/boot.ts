/**
 * Runs before the first paint, as a classic script of a few hundred bytes: which theme, which area, is there a session,
 * is it the page that a mailed link opens. The styles show the right login, or none, by these.
 */
import { isOpenPage } from './lib/open-pages.ts'
import { currentArea, sessionToken } from './lib/session.ts'
import { isChoosingPassword } from './login/choosing.ts'
import { themeNow } from './ui/theme-choice.ts'

const { dataset } = document.documentElement
dataset.theme = themeNow()
dataset.area = currentArea()
if (isChoosingPassword()) dataset.page = 'choose-password'
// a page that opens to everybody has no login either
else if (sessionToken() !== null || isOpenPage(location)) {
  dataset.session = ''
  // the login is roomy in every area, the administrators' pages are dense
  if (dataset.area !== 'client') dataset.density = 'compact'
}
