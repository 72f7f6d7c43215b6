import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

function findChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    return readFileSync(join(ROOT, 'node_modules/.cache/tahanan/chromium-path'), 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Chromium uses only the last `--disable-features` argument, so this list repeats Playwright's own. The last
 * two features start a process for the address bar of each window, which made windows open 1.5 times slower.
 */
const DISABLED_FEATURES = [
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

const PUBLISHING_SPECS = /content\.spec\.ts$/
const PAGE_SPECS = /page-templates\.spec\.ts$/

export default defineConfig({
  testDir: 'specs',
  globalSetup: './global-setup.ts',
  outputDir: join(ROOT, 'test-results'),
  fullyParallel: false,
  // Three workers on two cores, because tests spend much of their time waiting.
  workers: 3,
  // Failed tests are not retried, because a flaky test counts as a broken test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // The timeouts are long enough for busy machines. They cost time only when a test fails.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    // Shorter than the timeout of a test, so that the error message names the action that did not finish.
    actionTimeout: 120_000,
    trace: 'off',
    video: 'off',
    screenshot: 'off',
    // Service workers are blocked, because `page.route` cannot intercept requests that they answer. Tests of
    // the offline app set this to `allow`.
    serviceWorkers: 'block',
    locale: 'en-PH',
    // Differs from the community's time zone, because pages must not depend on the time zone of the browser.
    timezoneId: 'Europe/Berlin',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
        // The GPU process is off, because the processor renders the pages in any case. Without the GPU
        // process, this is 25 % faster.
        '--disable-gpu',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  // Specs that publish posts run after all journeys: publishing notifies all residents, and other specs count
  // notifications. The checks of single pages are short and start last, so that all workers end together.
  projects: [
    { name: 'journeys', testIgnore: [PUBLISHING_SPECS, PAGE_SPECS] },
    { name: 'publishing', testMatch: PUBLISHING_SPECS, dependencies: ['journeys'] },
    { name: 'pages', testMatch: PAGE_SPECS },
  ],
})
