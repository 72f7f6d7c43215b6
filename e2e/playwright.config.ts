import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

/** The browser that scripts/prepare.mjs found; undefined is Playwright's own. */
function chromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  try {
    return readFileSync(join(ROOT, 'node_modules/.cache/tahanan/chromium-path'), 'utf8').trim()
  } catch {
    return undefined
  }
}

/**
 * Chromium takes only the last list of features to be off, so Playwright's own are named again: those that matter here.
 * The last two are parts of a window's address bar, which nobody sees; each starts a process of its own in every window,
 * so that to open one took half as long again.
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
  // a fifth of the time two of them wait for people's pauses, and two cores could do more
  workers: 3,
  // a test that passes the second time is broken all the same
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // a busy machine may need so long: waiting costs only a test that fails
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    trace: 'off',
    video: 'off',
    screenshot: 'off',
    // what a worker answers is not seen by `page.route`; offline.spec.ts is about workers
    serviceWorkers: 'block',
    locale: 'en-PH',
    // far from the community's own zone: what is shown must not depend on where the browser is
    timezoneId: 'Europe/Berlin',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
        `--disable-features=${FEATURES_OFF.join(',')}`,
        // pictures are drawn by the processor either way, and without the detour a quarter faster
        '--disable-gpu',
        // Chromium's sandbox refuses to run as root
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  // publishing is told to everybody, so it comes after the journeys that watch their own bells and lists
  projects: [
    { name: 'journeys', testIgnore: PUBLISHING },
    { name: 'publishing', testMatch: PUBLISHING, dependencies: ['journeys'] },
  ],
})
