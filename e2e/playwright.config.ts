import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

/** Returns the path of the browser that scripts/prepare.mjs found; undefined for Playwright's own browser. */
function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    return readFileSync(join(ROOT, 'node_modules/.cache/tahanan/chromium-path'), 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Features to turn off. Chromium uses only the last list of this kind, so this one repeats the relevant
 * features of Playwright's list. The last two start a process for the address bar of each window; with them a
 * window took half as long again to open.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

const PUBLISHING = /content\.spec\.ts$/

export default defineConfig({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  outputDir: join(ROOT, 'test-results'),
  fullyParallel: false,
  // Three workers on two cores, because tests spend much of their time waiting for delays.
  workers: 3,
  // No repetition: a flaky test is a broken test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Long enough for busy machines; costs time only when a test fails.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    // Shorter than the timeout of a test, so that the error names the action that waits.
    actionTimeout: 120_000,
    trace: 'off',
    video: 'off',
    screenshot: 'off',
    // `page.route` does not see answers of a service worker; tests of the offline app set this to `allow`.
    serviceWorkers: 'block',
    locale: 'en-PH',
    // Not the community's zone, because pages must not depend on the zone of the browser.
    timezoneId: 'Europe/Berlin',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
        `--disable-features=${FEATURES_OFF.join(',')}`,
        // The processor renders in any case, and is a quarter faster without the GPU process.
        '--disable-gpu',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  // Publishing notifies all residents, so it runs after the journeys that count notifications.
  projects: [
    { name: 'journeys', testIgnore: PUBLISHING },
    { name: 'publishing', testMatch: PUBLISHING, dependencies: ['journeys'] },
  ],
})
