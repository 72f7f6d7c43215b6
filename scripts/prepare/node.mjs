import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { installFolderPackages } from './install.mjs'
import { BIN, ROOT } from './places.mjs'

const MIN_MAJOR = 24
const NODE_FOLDER = join('scripts', 'node')
const NODE_LINK = join(BIN, 'node')
const PACKAGE_LABEL = `Node ${MIN_MAJOR}, since this is Node ${process.versions.node}`

export async function installNode() {
  if (!isNewEnough(process.version) && !isNewEnough(findVersion(NODE_LINK)))
    await installFolderPackages(NODE_FOLDER, PACKAGE_LABEL)
}

/**
 * Creates the link to Node in node_modules: to this machine's Node if it is new enough, otherwise to the one
 * in `scripts/node`.
 */
export async function linkNode() {
  // Checks that the file exists: this Node may be in node_modules, which npm may have deleted just now.
  const ownIsNewEnough = isNewEnough(process.version) && existsSync(process.execPath)
  if (ownIsNewEnough && findRealPath(NODE_LINK) === process.execPath) return
  if (isNewEnough(findVersion(NODE_LINK))) return
  replaceNodeLink(ownIsNewEnough ? process.execPath : await preparePinnedNode())
}

async function preparePinnedNode() {
  await installFolderPackages(NODE_FOLDER, PACKAGE_LABEL)
  const path = join(ROOT, NODE_FOLDER, 'node_modules', '.bin', 'node')
  const version = findVersion(path)
  if (isNewEnough(version)) return path
  throw new Error(
    `Node ${MIN_MAJOR} could not be installed into ${NODE_FOLDER} (found ${version || 'none'}). Install it yourself.`,
  )
}

function replaceNodeLink(path) {
  mkdirSync(BIN, { recursive: true })
  rmSync(NODE_LINK, { force: true })
  symlinkSync(path, NODE_LINK)
}

function isNewEnough(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= MIN_MAJOR
}

function findVersion(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

function findRealPath(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
