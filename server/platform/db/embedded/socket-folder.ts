import { chownSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrdinaryUser } from './ordinary-user.ts'
import { SOCKET_PORT } from './settings.ts'

/** The kernel's limit for the path of a socket: 108 bytes on Linux, 104 on macOS, with the final NUL. */
const LONGEST_SOCKET_PATH = 103

const PREFIX = 'tahanan-'

/**
 * The folder of the server's socket, open to its account alone: the cluster's own, or, when that path is too long for a socket or
 * would be read as a list of folders, a new one in the temporary folder. `previous` is the one that an interrupted run used; it
 * is removed.
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
