import type { Page } from '@playwright/test'

/**
 * Holds calls to a URL, by default GET calls, as on a slow network; returns a function that releases all of
 * them.
 */
export async function holdCalls(page: Page, url: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}
