import { chownSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrdinaryUser } from './ordinary-user.ts'
import { SOCKET_PORT } from './server-settings.ts'

/** The kernel's limit is 108 bytes on Linux and 104 on macOS, with the final NUL. */
const LONGEST_SOCKET_PATH = 103

const PREFIX = 'tahanan-'

/**
 * Returns the folder of the server's socket, which only its account may open: the cluster's folder, or a new
 * temporary one if the path is too long or PostgreSQL would read it as a list. Removes `previous`, the folder
 * of an interrupted run.
 */
export function chooseSocketFolder(
  cluster: string,
  user: OrdinaryUser | undefined,
  previous: string | undefined,
): { folder: string; remove: () => void } {
  if (previous && previous !== cluster) removeTemporary(previous)
  const short = Buffer.byteLength(join(cluster, `.s.PGSQL.${SOCKET_PORT}.lock`)) <= LONGEST_SOCKET_PATH
  if (short && !/[",]/.test(cluster)) return { folder: cluster, remove: () => {} }
  const folder = mkdtempSync(join(existsSync('/tmp') ? '/tmp' : tmpdir(), PREFIX))
  if (user) chownSync(folder, user.uid, user.gid)
  return { folder, remove: () => removeTemporary(folder) }
}

function removeTemporary(folder: string): void {
  const ours = folder.startsWith(`/tmp/${PREFIX}`) || folder.startsWith(join(tmpdir(), PREFIX))
  if (ours && existsSync(folder) && lstatSync(folder).isDirectory())
    rmSync(folder, { recursive: true, force: true })
}
