import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

/** Returns the browser that scripts/prepare.mjs found, or undefined for Playwright's own. */
function chromiumPath(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    return readFileSync(join(ROOT, 'node_modules/.cache/tahanan/chromium-path'), 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Features to turn off. Chromium uses only the last such list, so it repeats Playwright's relevant ones. The
 * last two start a process for the address bar of each window, which made opening one half as slow again.
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
  // Three on two cores: tests wait for delays much of their time.
  workers: 3,
  // A flaky test is a broken test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // For busy machines; costs time only when a test fails.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    // Shorter than the test's time-out, so that the error names the waiting action.
    actionTimeout: 120_000,
    trace: 'off',
    video: 'off',
    screenshot: 'off',
    // `page.route` does not see what a service worker answers; offline.spec.ts allows them.
    serviceWorkers: 'block',
    locale: 'en-PH',
    // Not the community's zone: pages must not depend on the browser's.
    timezoneId: 'Europe/Berlin',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
        `--disable-features=${FEATURES_OFF.join(',')}`,
        // The processor renders in any case, and a quarter faster without the GPU process.
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
