import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const MODULES = join(ROOT, 'node_modules')
export const BIN = join(MODULES, '.bin')
const CACHE = join(MODULES, '.cache', 'tahanan')

export function readCached(name) {
  try {
    return readFileSync(join(CACHE, name), 'utf8')
  } catch {
    return undefined
  }
}

export function writeCached(name, text) {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, name), text)
}

export function getLinkedNodeEnvironment(env = process.env) {
  return { ...env, PATH: `${BIN}${delimiter}${env.PATH}` }
}

/**
 * Returns the environment without node_modules/.bin in PATH, because npm may delete this folder while it
 * runs.
 */
export function getEnvironmentWithoutLink(env = process.env) {
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
  return { ...env, PATH: folders.join(delimiter) }
}
