import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, remember, remembered, ROOT, withoutLinkedNode } from './places.mjs'
import { runTool } from './run-tool.mjs'

const LOCK = join(ROOT, 'package-lock.json')
/** npm writes it last, so an interrupted installation has none, or that of before. */
const INSTALLED = join(MODULES, '.package-lock.json')

/**
 * Sets of packages, each with those before it: to run the portal, to build the web app, for tests and checks. NODE_ENV=production would leave out development packages, so they are named either way.
 */
const SETS = {
  run: { flags: ['--omit=dev'] },
  build: { flags: ['--include=dev', '--workspaces'], sign: 'node_modules/vite' },
  test: { flags: ['--include=dev'], sign: 'node_modules/vitest' },
}

/** Installs a set from the lock file where the lock file changed or a package of the set is missing; removes none. */
export function prepareInstall(set) {
  const lock = createHash('sha256').update(readFileSync(LOCK)).digest('hex')
  const present = installedSet()
  const isCurrent = present && (remembered('installed') === lock || !isOlder(INSTALLED, LOCK))
  if (!isCurrent) {
    requireUnused(MODULES)
    runNpm('ci', present && isPartOf(set, present) ? present : set)
  } else if (!isPartOf(set, present)) {
    runNpm('install', set)
  }
  if (remembered('installed') !== lock) remember('installed', lock)
}

/** Removes what the web app was built of, where nothing but a start asked for it. */
export function removeBuildPackages() {
  if (installedSet() === 'build') npm('prune', '--omit=dev')
}

/** Installs the packages of a folder that has a lock file of its own. */
export function prepareFolder(folder, what) {
  const lock = join(ROOT, folder, 'package-lock.json')
  const modules = join(ROOT, folder, 'node_modules')
  const installed = join(modules, '.package-lock.json')
  if (existsSync(installed) && !isOlder(installed, lock)) return
  requireUnused(modules)
  console.log(`Installing ${what} (once) …`)
  npm('ci', '--include=dev', '--prefix', join(ROOT, folder))
}

function runNpm(command, set) {
  console.log('Installing the dependencies (only when they changed; a minute or two) …')
  // Only `npm ci` holds to the lock file by itself; an addition must not write it.
  npm(command, ...SETS[set].flags, ...(command === 'install' ? ['--no-save'] : []))
}

function npm(command, ...flags) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  runTool(`npm ${command}`, 'npm', [command, '--include=optional', ...flags, ...quiet], withoutLinkedNode())
}

/** The largest set that is installed whole; undefined before the first installation. */
function installedSet() {
  if (!existsSync(INSTALLED)) return undefined
  const packages = readFileSync(INSTALLED, 'utf8')
  const has = ({ sign }) => !sign || packages.includes(`"${sign}"`)
  return Object.keys(SETS).findLast((set) => has(SETS[set]))
}

function isPartOf(set, other) {
  const order = Object.keys(SETS)
  return order.indexOf(set) <= order.indexOf(other)
}

function isOlder(file, than) {
  return statSync(file).mtimeMs < statSync(than).mtimeMs
}

/** `npm ci` removes the folder first, and with it the files of a portal and of its database that run. Looks on Linux alone. */
function requireUnused(modules) {
  if (!existsSync('/proc/self/maps')) return
  // npm, which started this process, may itself run on a Node of node_modules.
  const own = ownProcesses()
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !own.has(name))
  const pid = others.find((name) => filesOf(name).includes(`${modules}/`))
  if (!pid) return
  throw new Error(
    `The dependencies changed, and process ${pid} runs from ${modules}: installing would remove its files. ` +
      "Stop the portal first, or prepare the new version in a folder beside it (docs/operations.md, 'Upgrade').",
  )
}

/** The ids of this process and of those that started it. */
function ownProcesses() {
  const own = new Set()
  for (let pid = String(process.pid); existsSync(`/proc/${pid}/stat`);) {
    own.add(pid)
    // The parent is the second field after the name, which is in brackets.
    pid = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
  }
  return own
}

/** The program of a process and the native libraries that it loaded; empty where they are not told. */
function filesOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch {
    return ''
  }
}
