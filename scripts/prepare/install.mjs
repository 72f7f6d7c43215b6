import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, writeCached, readCached, ROOT, getEnvironmentWithoutLink } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

const LOCK_FILE = join(ROOT, 'package-lock.json')
/** npm writes this file at its end, so it is missing or old after an interrupted installation. */
const INSTALLED_LOCK_FILE = join(MODULES, '.package-lock.json')

/**
 * npm flags for each set of packages: to run the portal, to build the web app, to run the tests. Each set
 * includes the previous ones. Without `--include=dev`, NODE_ENV=production would omit development packages. A
 * set is installed if the folder in `sign` exists.
 */
const SETS = {
  run: { flags: ['--omit=dev'] },
  build: { flags: ['--include=dev', '--workspaces'], sign: 'node_modules/vite' },
  test: { flags: ['--include=dev'], sign: 'node_modules/vitest' },
}

export function isInstalled() {
  return existsSync(INSTALLED_LOCK_FILE)
}

/**
 * Installs a set of packages if it is missing or the lock file has changed. Does not remove packages of a
 * larger set.
 */
export async function installPackageSet(set) {
  const lockHash = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex')
  const installedSet = findInstalledSet()
  const isCurrent =
    installedSet && (readCached('installed') === lockHash || !isOlder(INSTALLED_LOCK_FILE, LOCK_FILE))
  if (!isCurrent) {
    requireUnused(MODULES)
    await runNpm('ci', installedSet && isPartOf(set, installedSet) ? installedSet : set)
  } else if (!isPartOf(set, installedSet)) {
    await runNpm('install', set)
  }
  if (readCached('installed') !== lockHash) writeCached('installed', lockHash)
}

export async function removeBuildPackages() {
  if (findInstalledSet() === 'build') await spawnNpm('prune', '--omit=dev')
}

export async function installFolderPackages(folder, what) {
  const lockFile = join(ROOT, folder, 'package-lock.json')
  const modulesFolder = join(ROOT, folder, 'node_modules')
  const installedLockFile = join(modulesFolder, '.package-lock.json')
  if (existsSync(installedLockFile) && !isOlder(installedLockFile, lockFile)) return
  requireUnused(modulesFolder)
  await runStep(`Installing ${what} (once) …`, what, () =>
    spawnNpm('ci', '--include=dev', '--prefix', join(ROOT, folder)),
  )
}

function runNpm(command, set) {
  return runStep('Installing the dependencies (only when they changed) …', 'dependencies', () =>
    // `npm install` would change the lock file without `--no-save`; `npm ci` never changes it.
    spawnNpm(command, ...SETS[set].flags, ...(command === 'install' ? ['--no-save'] : [])),
  )
}

function spawnNpm(command, ...flags) {
  const quietOptions = ['--no-audit', '--no-fund', '--loglevel=error']
  return runTool(
    `npm ${command}`,
    'npm',
    [command, '--include=optional', ...flags, ...quietOptions],
    getEnvironmentWithoutLink(),
  )
}

/** Returns the name of the installed set of packages, or undefined before the first installation. */
function findInstalledSet() {
  if (!existsSync(INSTALLED_LOCK_FILE)) return undefined
  const packages = readFileSync(INSTALLED_LOCK_FILE, 'utf8')
  const isSetInstalled = ({ sign }) => !sign || packages.includes(`"${sign}"`)
  return Object.keys(SETS).findLast((set) => isSetInstalled(SETS[set]))
}

function isPartOf(set, other) {
  const setOrder = Object.keys(SETS)
  return setOrder.indexOf(set) <= setOrder.indexOf(other)
}

function isOlder(file, than) {
  return statSync(file).mtimeMs < statSync(than).mtimeMs
}

/**
 * Throws if a running program uses files of node_modules, because `npm ci` deletes this folder first. Checks
 * only on Linux.
 */
function requireUnused(modules) {
  if (!existsSync('/proc/self/maps')) return
  // Ignores this process and its parents: npm started it and may itself use a Node in node_modules.
  const ownProcessIds = listOwnProcesses()
  const otherProcessIds = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && !ownProcessIds.has(name),
  )
  const pid = otherProcessIds.find((name) => readMappedFiles(name).includes(`${modules}/`))
  if (!pid) return
  throw new Error(
    `The dependencies changed, and process ${pid} runs from ${modules}: installing would remove its files. ` +
      "Stop the portal first, or prepare the new version in a folder beside it (docs/operations.md, 'Upgrade').",
  )
}

function listOwnProcesses() {
  const processIds = new Set()
  for (let pid = String(process.pid); existsSync(`/proc/${pid}/stat`);) {
    processIds.add(pid)
    // Reads the id of the parent process. It is the second field after the name, which is in brackets.
    pid = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
  }
  return processIds
}

function readMappedFiles(pid) {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch {
    return ''
  }
}
