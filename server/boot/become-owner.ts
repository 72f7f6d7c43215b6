import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { canReach, isRoot } from '#platform/db/embedded/ordinary-user.ts'
import { LOCATION_FILE } from '#platform/db/embedded/placement.ts'

/**
 * Turns a process of root into one of the account that owns DATA_DIR: what root left there, the portal could not read. Where
 * root's own portal keeps its database, which never runs as root, it stays root. Returns the account's number if it changed. Throws an Error with a sentence for the operator
 * where that account cannot read the code.
 */
export function becomeOwnerOf(dataDir: string): number | undefined {
  if (!isRoot() || !existsSync(dataDir)) return undefined
  const { uid, gid } = statSync(dataDir)
  const database = join(dataDir, 'postgres')
  const ofRoot = existsSync(database)
    ? statSync(database).uid !== uid
    : existsSync(join(dataDir, LOCATION_FILE))
  if (uid === 0 || ofRoot) return undefined
  if (!canReach(import.meta.dirname, { name: String(uid), uid, gid })) {
    throw new Error(
      `${dataDir} belongs to the account ${uid}, which cannot enter ${import.meta.dirname}. ` +
        'Open the folders above it to that account (chmod o+x), or put the code elsewhere.',
    )
  }
  process.setgroups?.(groupsOf(uid) ?? [gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
  return uid
}

/** The groups of an account; undefined for one without a name, as in containers. */
function groupsOf(uid: number): number[] | undefined {
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
