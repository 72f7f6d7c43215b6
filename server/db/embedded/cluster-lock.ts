import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Another portal that is alive uses the same DATA_DIR. */
export class ClusterInUseError extends Error {}

/**
 * Holds the cluster for this process until `release` or the process's end, however it ends. Node has no file lock of
 * its own; SQLite's exclusive transaction is one of the kernel's, which cannot go stale as a file with a pid in it can.
 * Throws ClusterInUseError when another living process holds it.
 */
export function lockCluster(lockFile: string): { release: () => void } {
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  const holderFile = `${lockFile}.holder`
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause
    throw new ClusterInUseError(
      `Another portal${holderOf(holderFile)} is running on this DATA_DIR. Stop it first, or give this one a DATA_DIR of its own.`,
    )
  }
  writeFileSync(holderFile, String(process.pid))
  return { release: () => lock.close() }
}

const SQLITE_BUSY = 5

function holderOf(holderFile: string): string {
  try {
    return ` (process ${readFileSync(holderFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
