import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, writeCached, readCached, ROOT, getEnvironmentWithoutLink } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

const LOCK_FILE = join(ROOT, 'package-lock.json')
/** npm writes this file last, so after an interrupted installation it is missing or old. */
const INSTALLED_LOCK_FILE = join(MODULES, '.package-lock.json')

/**
 * npm flags for each set of packages: to run the portal, to build the web app, to run the tests. Each set
 * includes the previous ones. `--include=dev` is explicit because NODE_ENV=production would omit development
 * packages. A set is complete if its `sign` is installed.
 */
const SETS = {
  run: { flags: ['--omit=dev'] },
  build: { flags: ['--include=dev', '--workspaces'], sign: 'node_modules/vite' },
  test: { flags: ['--include=dev'], sign: 'node_modules/vitest' },
}

export function isInstalled() {
  return existsSync(INSTALLED_LOCK_FILE)
}

/** Removes no other package. */
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
    // `npm install` writes the lock file unless it gets `--no-save`; `npm ci` never does.
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

/** Returns undefined before the first installation. */
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

/** `npm ci` first removes node_modules, so no running program may use it. Checks on Linux only. */
function requireUnused(modules) {
  if (!existsSync('/proc/self/maps')) return
  // npm started this process and may itself run on a Node of node_modules.
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
    // The parent is the second field after the name, which is in brackets.
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
