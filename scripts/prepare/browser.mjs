import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installDebian } from './debian.mjs'
import { BIN, writeCached, readCached, ROOT, getLinkedNodeEnvironment } from './places.mjs'

/** Debian's package of Chromium without a window. It opens pages a third faster than the full browser. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const BROWSER_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium and writes its path to node_modules/.cache/tahanan/chromium-path. Order: CHROMIUM_PATH,
 * Debian's headless shell (installed if this is root), the system's browser, Playwright's browser (downloaded
 * if missing).
 */
export function prepareBrowser() {
  const configuredPath = process.env.CHROMIUM_PATH
  if (configuredPath) {
    if (!canStartBrowser(configuredPath))
      throw new Error(`CHROMIUM_PATH is ${configuredPath}, which does not start as a browser.`)
    return writeCached('chromium-path', configuredPath)
  }
  const cachedPath = readCached('chromium-path')
  if (cachedPath && existsSync(cachedPath)) return undefined
  const browserPath =
    findInPath([HEADLESS_SHELL]) ??
    installDebianShell() ??
    findSystemBrowser() ??
    findPlaywrightBrowser() ??
    downloadBrowser()
  if (browserPath) return writeCached('chromium-path', browserPath)
  throw new Error(
    'No Chromium was found, and none could be downloaded. Install Chromium or Chrome, or name one in CHROMIUM_PATH.',
  )
}

function findInPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path) && canStartBrowser(path))
}

function installDebianShell() {
  return installDebian([HEADLESS_SHELL], 'the browser tests') ? findInPath([HEADLESS_SHELL]) : undefined
}

function findSystemBrowser() {
  return (
    findInPath(BROWSER_NAMES) ?? MAC_APPLICATIONS.find((path) => existsSync(path) && canStartBrowser(path))
  )
}

function findPlaywrightBrowser() {
  const path = createRequire(join(ROOT, 'package.json'))('@playwright/test').chromium.executablePath()
  return existsSync(path) && canStartBrowser(path) ? path : undefined
}

function downloadBrowser() {
  console.log('Downloading a Chromium for the browser tests (once) …')
  spawnSync(join(BIN, 'playwright'), ['install', 'chromium'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: getLinkedNodeEnvironment(),
    timeout: 300_000,
  })
  return findPlaywrightBrowser()
}

/** Returns whether a browser starts. It may be installed without its libraries and then does not. */
function canStartBrowser(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
