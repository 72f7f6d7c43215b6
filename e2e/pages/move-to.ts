import type { Page } from '@playwright/test'

/**
 * Opens another page like a click on a link, because reloading is several times slower. A page that is
 * already open is mounted again. Reloads if there is no session, the area changes, a panel of the header or
 * menu is open, or the target is the gate's page (a separate document).
 */
export async function moveTo(page: Page, to: string): Promise<void> {
  const currentUrl = new URL(page.url())
  const targetUrl = new URL(to, currentUrl)
  const home = getAreaHome(targetUrl.pathname)
  if (home !== getAreaHome(currentUrl.pathname) || home === GATE_PATH || !(await isShellWithoutPanel(page))) {
    await page.goto(to)
    return
  }
  if (currentUrl.pathname === targetUrl.pathname) await pushPath(page, `${home}/404`)
  await pushPath(page, to)
}

const GATE_PATH = '/admin/gate'

const getAreaHome = (path: string): string =>
  path === GATE_PATH ? GATE_PATH : (/^\/(?:super-)?admin(?=\/|$)/.exec(path)?.[0] ?? '')

/**
 * Whether header and menu are shown and none of their panels is open. Panels in `main` do not count, because
 * they disappear with the page.
 */
function isShellWithoutPanel(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.querySelector('main#page') !== null &&
      document.querySelector(':popover-open') === null &&
      [...document.querySelectorAll('dialog[open]')].every((dialog) => dialog.closest('main') !== null),
  )
}

async function pushPath(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
  await page.waitForFunction(() => document.activeElement !== document.body)
}
