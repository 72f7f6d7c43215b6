import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRoot } from './db/embedded/ordinary-user.ts'

/**
 * Creates a folder with its missing parents. Throws an Error with a message for the operator. Node's
 * `recursive` option loops for ever if the system always answers ENOENT, as below /proc.
 */
export function createFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) createFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const remedy = ['EACCES', 'EPERM'].includes(code)
      ? 'Make it first, owned by the account that the portal runs as: sudo install -d -o ACCOUNT -m 700 FOLDER'
      : 'Choose another folder, or correct the cause.'
    throw Object.assign(new Error(`The folder ${path} cannot be made (${code}). ${remedy}`), { code })
  }
}

/**
 * Creates DATA_DIR if it is missing. If root owns it, its mode is 711: the database's account must enter it,
 * not list it.
 */
export function createDataDir(dataDir: string): void {
  createFolder(dataDir, isRoot() ? 0o711 : 0o700)
}
