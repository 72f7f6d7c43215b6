import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export class ClusterInUseError extends Error {}

/** Waits so long for a portal that was killed or is stopping. */
const PATIENCE_MS = 3000

/**
 * Locks the cluster until `release` or the end of the process. Node has no file locks; SQLite's exclusive
 * transaction is a lock of the kernel, which cannot become stale like a pid file. Throws ClusterInUseError if
 * another process has the lock for three seconds.
 */
export async function lockCluster(lockFile: string): Promise<{ release: () => void }> {
  const holderFile = `${lockFile}.holder`
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(20)) {
    const lock = tryLock(lockFile)
    if (lock) {
      writeFileSync(holderFile, String(process.pid), { mode: 0o600 })
      return { release: () => lock.isOpen && lock.close() }
    }
    if (performance.now() > deadline) {
      throw new ClusterInUseError(
        `Another portal${describeHolder(holderFile)} is running on this DATA_DIR. ` +
          'Stop it first, or give this one a DATA_DIR of its own.',
      )
    }
  }
}

function tryLock(lockFile: string): DatabaseSync | undefined {
  // Creates the file with its mode, because SQLite would let everybody read it.
  closeSync(openSync(lockFile, 'a', 0o600))
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    // Nothing is written, so no journal file is needed.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
}

const SQLITE_BUSY = 5

function describeHolder(holderFile: string): string {
  try {
    return ` (process ${readFileSync(holderFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
