import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BIN, ROOT, getLinkedNodeEnvironment } from './places.mjs'
import { runStep, runTool } from './run-tool.mjs'

const STAMP_FILE = join(ROOT, 'web', 'dist', '.built-from')
const SOURCES = ['web', 'contract', 'package-lock.json']
const IGNORED_FOLDERS = new Set(['dist', 'node_modules'])

/**
 * Returns whether the built web app is current: no source, contract file or dependency has changed after the
 * build.
 */
export function isWebBuilt() {
  return isBuiltFrom(getHash(SOURCES))
}

export async function prepareWeb() {
  const sourceHash = getHash(SOURCES)
  if (isBuiltFrom(sourceHash)) return
  rmSync(STAMP_FILE, { force: true })
  await runStep('Building the web app (only when it changed) …', 'web app', () =>
    runTool('Building the web app', join(BIN, 'vite'), ['build', 'web', '--logLevel', 'warn'], {
      ...getLinkedNodeEnvironment(),
      NODE_ENV: 'production',
    }),
  )
  writeFileSync(STAMP_FILE, sourceHash)
}

function isBuiltFrom(sources) {
  return existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === sources
}

function getHash(paths) {
  const hash = createHash('sha256')
  for (const path of paths) updateHash(hash, path)
  return hash.digest('hex')
}

function updateHash(hash, path) {
  const fullPath = join(ROOT, path)
  if (!statSync(fullPath).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(fullPath))
    return
  }
  for (const name of readdirSync(fullPath).toSorted()) {
    if (!IGNORED_FOLDERS.has(name) && !/\.test\.tsx?$/.test(name)) updateHash(hash, `${path}/${name}`)
  }
}
