import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installDebian } from './debian.mjs'
import { BIN, writeCached, readCached, ROOT, withLinkedNode } from './places.mjs'

/** Debian's package of headless Chromium, which opens pages a third faster. */
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const MAC_APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium for the browser tests and writes its path to node_modules/.cache/tahanan/chromium-path.
 * The order is CHROMIUM_PATH, the headless shell (root installs Debian's package), the system's own browser,
 * and Playwright's browser (downloaded if it is missing).
 */
export function prepareBrowser() {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    if (!canStart(asked)) throw new Error(`CHROMIUM_PATH is ${asked}, which does not start as a browser.`)
    return writeCached('chromium-path', asked)
  }
  const known = readCached('chromium-path')
  if (known && existsSync(known)) return undefined
  const found =
    findInPath([SHELL]) ??
    findDebianShell() ??
    findSystemBrowser() ??
    findPlaywrightBrowser() ??
    downloadBrowser()
  if (found) return writeCached('chromium-path', found)
  throw new Error(
    'No Chromium was found, and none could be downloaded. Install Chromium or Chrome, or name one in CHROMIUM_PATH.',
  )
}

function findInPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path) && canStart(path))
}

function findDebianShell() {
  return installDebian([SHELL], 'the browser tests') ? findInPath([SHELL]) : undefined
}

function findSystemBrowser() {
  return findInPath(NAMES) ?? MAC_APPLICATIONS.find((path) => existsSync(path) && canStart(path))
}

function findPlaywrightBrowser() {
  const path = createRequire(join(ROOT, 'package.json'))('@playwright/test').chromium.executablePath()
  return existsSync(path) && canStart(path) ? path : undefined
}

function downloadBrowser() {
  console.log('Downloading a Chromium for the browser tests (once) …')
  spawnSync(join(BIN, 'playwright'), ['install', 'chromium'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: withLinkedNode(),
    timeout: 300_000,
  })
  return findPlaywrightBrowser()
}

/** Returns whether a browser starts; a browser may be installed without its libraries. */
function canStart(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
