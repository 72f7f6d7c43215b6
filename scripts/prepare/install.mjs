import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { BIN, remember, remembered, ROOT, withoutPinnedNode } from './places.mjs'
import { runTool } from './run-tool.mjs'

const PINNED_MAJOR = '24'
const MODULES = join(ROOT, 'node_modules')
const LOCK = join(ROOT, 'package-lock.json')
/** npm writes it last, so an interrupted installation has none. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json')

/** Installs from the lock file when node_modules is missing or older, and makes sure that the pinned Node is there. */
export function prepareInstall() {
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex')
  if (!existsSync(INSTALLED) || (remembered('installed') !== wanted && older(INSTALLED, LOCK))) install()
  if (remembered('installed') === wanted && existsSync(join(BIN, 'node'))) return
  ensurePinnedNode()
  remember('installed', wanted)
}

function older(file, than) {
  return statSync(file).mtimeMs < statSync(than).mtimeMs
}

function install() {
  requireUnused()
  console.log('Installing the dependencies (only when they changed; a minute or two) …')
  // NODE_ENV=production would leave out what builds the web app.
  runTool(
    'npm ci',
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    withoutPinnedNode(),
  )
}

/** npm removes node_modules first, and with it the programs of a portal and of its database that run. Looks on Linux alone. */
function requireUnused() {
  if (!existsSync('/proc/self/exe')) return
  // npm, which started this process, may itself run on the Node of node_modules.
  const own = ownProcesses()
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && !own.has(name))
  const pid = others.find((name) => programOf(name)?.startsWith(MODULES))
  if (!pid) return
  throw new Error(
    `The dependencies changed, and process ${pid} runs from ${MODULES}: installing would remove its files. ` +
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

/** The file that a process runs; undefined where it is not told, or there is no such process. */
function programOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}

function ensurePinnedNode() {
  if (pinnedVersion()?.startsWith(`v${PINNED_MAJOR}.`)) return
  // Install scripts may be switched off (ignore-scripts); the package `node` fetches its binary in one.
  const folder = join(ROOT, 'node_modules', 'node')
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: withoutPinnedNode(),
  })
  mkdirSync(BIN, { recursive: true })
  rmSync(join(BIN, 'node'), { force: true })
  symlinkSync(join('..', 'node', 'bin', 'node'), join(BIN, 'node'))
  const version = pinnedVersion()
  if (!version?.startsWith(`v${PINNED_MAJOR}.`)) {
    throw new Error(
      `Node ${PINNED_MAJOR} could not be installed into node_modules (found ${version ?? 'none'}).`,
    )
  }
}

function pinnedVersion() {
  const { status, stdout } = spawnSync(join(BIN, 'node'), ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
