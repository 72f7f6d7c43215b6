import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRoot } from './db/embedded/ordinary-user.ts'

/**
 * Creates a folder and its parent folders. Throws an Error whose message is shown to the operator. Does not
 * use Node's `recursive` option, because it never returns if the system answers each call with ENOENT, as
 * below /proc.
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
 * Creates the folder with mode 711 if root runs the portal: the system user of the database must be able to
 * enter the folder, but not to list it.
 */
export function createDataDir(dataDir: string): void {
  createFolder(dataDir, isRoot() ? 0o711 : 0o700)
}
