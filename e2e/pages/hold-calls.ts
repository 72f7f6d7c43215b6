import type { Page } from '@playwright/test'

/**
 * Blocks API calls to a URL (by default GET calls) to simulate a slow network. Returns a function that lets
 * all blocked calls continue.
 */
export async function holdCalls(page: Page, url: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}
