import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const BIN = join(ROOT, 'node_modules', '.bin')
const CACHE = join(ROOT, 'node_modules', '.cache', 'tahanan')

/** Reads what an earlier run left under `name`, or undefined. */
export function remembered(name) {
  try {
    return readFileSync(join(CACHE, name), 'utf8')
  } catch {
    return undefined
  }
}

/** Keeps `text` under `name` for the next run; gone when node_modules is. */
export function remember(name, text) {
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(join(CACHE, name), text)
}

/** The environment for tools that run on the Node of node_modules. */
export function withPinnedNode(env = process.env) {
  return { ...env, PATH: `${BIN}${delimiter}${env.PATH}` }
}

/** The environment without node_modules/.bin, which npm puts first: for npm itself, which is about to delete it. */
export function withoutPinnedNode(env = process.env) {
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
  return { ...env, PATH: folders.join(delimiter) }
}
