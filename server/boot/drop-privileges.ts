import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LOCATION_FILE } from '#platform/db/embedded/choose-cluster-folder.ts'
import { canReach, isRoot } from '#platform/db/embedded/ordinary-user.ts'

/**
 * Lets a process of root continue as the account that owns DATA_DIR, because that account could not use files
 * created by root. Does nothing if root itself has its database there. Returns the id (uid) of the new
 * account. Throws an Error with a message for the operator if that account cannot read the code.
 */
export function dropPrivileges(dataDir: string): number | undefined {
  if (!isRoot() || !existsSync(dataDir)) return undefined
  const { uid, gid } = statSync(dataDir)
  const databaseFolder = join(dataDir, 'postgres')
  const isPortalOwnedByRoot = existsSync(databaseFolder)
    ? statSync(databaseFolder).uid !== uid
    : existsSync(join(dataDir, LOCATION_FILE))
  if (uid === 0 || isPortalOwnedByRoot) return undefined
  if (!canReach(import.meta.dirname, { name: String(uid), uid, gid })) {
    throw new Error(
      `${dataDir} belongs to the account ${uid}, which cannot enter ${import.meta.dirname}. ` +
        'Open the folders above it to that account (chmod o+x), or put the code elsewhere.',
    )
  }
  process.setgroups?.(listGroups(uid) ?? [gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  return uid
}

function listGroups(uid: number): number[] | undefined {
  try {
    const groups = execFileSync('id', ['-G', String(uid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return groups.trim().split(' ').map(Number)
  } catch {
    return undefined
  }
}
