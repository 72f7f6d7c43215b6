import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRoot } from './db/embedded/ordinary-user.ts'

/**
 * Makes a folder and those above it that are missing. Throws an Error with a sentence for the operator. Node's own
 * `recursive` never ends where the system answers ENOENT to every attempt, as below /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Another process made it meanwhile.
    if (code === 'EEXIST') return
    const remedy = ['EACCES', 'EPERM'].includes(code)
      ? 'Make it first, owned by the account that the portal runs as: sudo install -d -o ACCOUNT -m 700 FOLDER'
      : 'Choose another folder, or mend what is in the way.'
    throw Object.assign(new Error(`The folder ${path} cannot be made (${code}). ${remedy}`), { code })
  }
}

/** Makes DATA_DIR where it is missing. Root's may be passed through: the account of its database must, and need not list. */
export function makeDataDir(dataDir: string): void {
  makeFolder(dataDir, isRoot() ? 0o711 : 0o700)
}
