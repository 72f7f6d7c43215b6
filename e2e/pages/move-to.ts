import type { Page } from '@playwright/test'

/**
 * Goes to another page as a link does, without loading the document anew, which takes several times as long. Nothing stays
 * of the page that is left, even when it is the same one. The document is loaded where there is no other way: without a
 * session, into another area, and while something that belongs to the shell stands open.
 */
export async function moveTo(page: Page, to: string): Promise<void> {
  const here = new URL(page.url())
  const there = new URL(to, here)
  const home = homeOf(there.pathname)
  if (home !== homeOf(here.pathname) || !(await isPlainShell(page))) {
    await page.goto(to)
    return
  }
  if (here.pathname === there.pathname) await follow(page, `${home}/404`)
  await follow(page, to)
}

const homeOf = (path: string): string => /^\/(?:super-)?admin(?=\/|$)/.exec(path)?.[0] ?? ''

/** A shell is there, and nothing of it is open. What a page opens lies in its `main` and goes with it. */
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
  // the shell gives the focus to the page that it has put there, or the page to what it opened
  await page.waitForFunction(() => document.activeElement !== document.body)
}
