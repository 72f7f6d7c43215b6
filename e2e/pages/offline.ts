import { expect, type Page } from '@playwright/test'
import { answerAlertDialog } from './dialogs.ts'

/**
 * Console errors that are expected offline: failed API calls, and the failed download of the service worker's
 * script.
 */
export const CONNECTION_ERROR_PATTERN =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to (?:load|fetch)|fetching the script/

/** Waits until the service worker is active, because the app can only start offline from then on. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

export async function getBrowserStorage(
  page: Page,
): Promise<{ storage: string; databases: string[]; cached: string[] }> {
  return page.evaluate(async () => {
    const cachedRequests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return {
      storage: JSON.stringify([localStorage, sessionStorage]),
      databases: (await indexedDB.databases()).map(({ name = '' }) => name),
      cached: cachedRequests.flat().map(({ url }) => new URL(url).pathname),
    }
  })
}

/**
 * Checks that the cache contains only the page and the files of the build, because these are the same for
 * every user.
 */
export async function expectOnlyAppFilesCached(page: Page): Promise<void> {
  const { databases, cached } = await getBrowserStorage(page)
  expect(databases).toEqual([])
  expect(cached).toContain('/')
  expect(cached.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])
}

/**
 * Keys of the browser's storage that a logout does not delete (rules 1.34): settings of the community,
 * preferences of the browser, and an enrolled device.
 */
const KEYS_KEPT_AFTER_LOGOUT = [
  'ENDED_SESSIONS',
  'FEEDBACK_ASKED',
  'GATE_CAMERA',
  'GATE_DEVICE',
  'GATE_SOUND',
  'GATE_WAY',
  'KEYS',
  'LAST_ACTIVE',
  'LISTS',
  'MENU_FOLDS',
  'PUBLIC_SETTINGS',
  'PUSH_OF',
  'PUSH_OFFERED',
  'SECOND_FACTOR_NOTE',
  'THEME',
]

interface StoredData {
  unexpected: string[]
  /** Contents of all IndexedDB databases as text. The keys name the database and the store. */
  databases: Record<string, string>
}

/** Lists all stores instead of known ones, so that a store added later is also tested. */
export async function listStoredData(page: Page): Promise<StoredData> {
  const { keys, cached, databases } = await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, not in this file
    const awaitRequest = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
      })
    const storeContents: Record<string, string> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await awaitRequest(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        storeContents[`${name} ${store}`] = JSON.stringify(
          await awaitRequest(db.transaction(store).objectStore(store).getAll()),
        )
      db.close()
    }
    const urls = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return {
      keys: [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...document.cookie.split(/; */).filter(Boolean),
      ],
      cached: urls.flat().map(({ url }) => new URL(url).pathname),
      databases: storeContents,
    }
  })
  return {
    unexpected: [
      ...keys.filter((key) => !KEYS_KEPT_AFTER_LOGOUT.includes(key)),
      ...cached.filter((path) => !/^\/(admin\/gate)?$|^\/assets\//.test(path)),
    ],
    databases,
  }
}

export const countDrafts = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('DRAFT')).length)

export async function fetchSessionStatus(portal: string, token: string | null): Promise<number> {
  return (await fetch(`${portal}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await answerAlertDialog(page, 'Do you want to logout?', 'Logout')
}
