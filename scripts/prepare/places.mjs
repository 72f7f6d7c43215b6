import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const MODULES = join(ROOT, 'node_modules')
export const BIN = join(MODULES, '.bin')
const CACHE = join(MODULES, '.cache', 'tahanan')

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

/** The environment for tools that run on the Node that node_modules/.bin links. */
export function withLinkedNode(env = process.env) {
  return { ...env, PATH: `${BIN}${delimiter}${env.PATH}` }
}

/** The environment without node_modules/.bin, which npm puts first: for npm itself, which is about to delete it. */
export function withoutLinkedNode(env = process.env) {
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
  return { ...env, PATH: folders.join(delimiter) }
}
