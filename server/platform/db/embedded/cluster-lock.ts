import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another portal that is alive uses the same DATA_DIR. */
export class ClusterInUseError extends Error {}

/** Time to wait for the cluster of a portal that was killed or is stopping. */
const PATIENCE_MS = 3000

/**
 * Holds the cluster for this process until `release` or the process's end, however it ends. Node has no file lock of
 * its own; SQLite's exclusive transaction is one of the kernel's, which cannot go stale as a file with a pid in it can.
 * Throws ClusterInUseError when another living process keeps it for three seconds.
 */
export async function lockCluster(lockFile: string): Promise<{ release: () => void }> {
  const holderFile = `${lockFile}.holder`
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(20)) {
    const lock = tryLock(lockFile)
    if (lock) {
      writeFileSync(holderFile, String(process.pid))
      return { release: () => lock.isOpen && lock.close() }
    }
    if (performance.now() > deadline) {
      throw new ClusterInUseError(
        `Another portal${holderOf(holderFile)} is running on this DATA_DIR. Stop it first, or give this one a DATA_DIR of its own.`,
      )
    }
  }
}

function tryLock(lockFile: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    // Nothing is ever written, so that no journal needs to lie beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

const SQLITE_BUSY = 5

function holderOf(holderFile: string): string {
  try {
    return ` (process ${readFileSync(holderFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
