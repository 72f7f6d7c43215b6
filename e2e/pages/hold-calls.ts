import type { Page } from '@playwright/test'

/**
 * Holds API calls to a URL to simulate a slow network. The returned function lets all held calls continue.
 */
export async function holdCalls(page: Page, url: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}
