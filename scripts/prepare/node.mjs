import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { prepareFolder } from './install.mjs'
import { BIN, ROOT } from './places.mjs'

const OLDEST = 24
const FOLDER = join('scripts', 'node')
const LINK = join(BIN, 'node')
const NAME = `Node ${OLDEST}, since this is Node ${process.versions.node}`

/** Starts to install the Node of `scripts/node` if this one is too old and no newer one is linked. */
export async function installNode() {
  if (!isNewEnough(process.version) && !isNewEnough(versionOf(LINK))) await prepareFolder(FOLDER, NAME)
}

/** Links `node_modules/.bin/node` to the machine's Node if it is new enough, else to the one of `scripts/node`. */
export async function linkNode() {
  // The running Node may just have been removed with node_modules.
  const ownIsNewEnough = isNewEnough(process.version) && existsSync(process.execPath)
  if (ownIsNewEnough && realpathOf(LINK) === process.execPath) return
  if (isNewEnough(versionOf(LINK))) return
  link(ownIsNewEnough ? process.execPath : await pinnedNode())
}

async function pinnedNode() {
  await prepareFolder(FOLDER, NAME)
  const path = join(ROOT, FOLDER, 'node_modules', '.bin', 'node')
  const version = versionOf(path)
  if (isNewEnough(version)) return path
  throw new Error(
    `Node ${OLDEST} could not be installed into ${FOLDER} (found ${version || 'none'}). Install it yourself.`,
  )
}

function link(path) {
  mkdirSync(BIN, { recursive: true })
  rmSync(LINK, { force: true })
  symlinkSync(path, LINK)
}

function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= OLDEST
}

function versionOf(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

function realpathOf(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
