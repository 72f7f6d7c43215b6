import type { Page } from '@playwright/test'

/**
 * Opens another page as a link does, without reloading the document, because a reload is several times
 * slower; the same page is mounted again. Reloads without a session, into another area, while a panel of the
 * shell is open, and for the gate's page, which is a separate document.
 */
export async function moveTo(page: Page, to: string): Promise<void> {
  const here = new URL(page.url())
  const there = new URL(to, here)
  const home = getHome(there.pathname)
  if (home !== getHome(here.pathname) || home === GATE || !(await isPlainShell(page))) {
    await page.goto(to)
    return
  }
  if (here.pathname === there.pathname) await follow(page, `${home}/404`)
  await follow(page, to)
}

const GATE = '/admin/gate'

const getHome = (path: string): string =>
  path === GATE ? GATE : (/^\/(?:super-)?admin(?=\/|$)/.exec(path)?.[0] ?? '')

/**
 * Returns whether the page is in a shell without open panels. Panels in `main` do not count: they disappear
 * with the page.
 */
function isPlainShell(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      document.querySelector('main#page') !== null &&
      document.querySelector(':popover-open') === null &&
      [...document.querySelectorAll('dialog[open]')].every((dialog) => dialog.closest('main') !== null),
  )
}

async function follow(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
  // Either the shell focuses the new page, or the page focuses its panel.
  await page.waitForFunction(() => document.activeElement !== document.body)
}
