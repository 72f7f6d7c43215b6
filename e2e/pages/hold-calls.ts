import type { Page } from '@playwright/test'

/** Holds calls to a URL, by default those that read, as a slow network would; returns what releases them all. */
export async function holdCalls(page: Page, url: string | RegExp, method = 'GET'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}
