import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export class ClusterInUseError extends Error {}

const LOCK_TIMEOUT_MS = 3000

/**
 * Locks the cluster until `release` is called or the process ends. Node has no file locks, so an exclusive
 * SQLite transaction is used: it is a lock of the kernel, and unlike a pid file it is released when the
 * process dies. Throws ClusterInUseError if another process holds the lock for three seconds.
 */
export async function lockCluster(lockFile: string): Promise<{ release: () => void }> {
  const holderFile = `${lockFile}.holder`
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(20)) {
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
  // Creates the file first with mode 0600, because SQLite would create it readable for everybody.
  closeSync(openSync(lockFile, 'a', 0o600))
  const lock = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    // The journal is in memory, because the transaction writes nothing and needs no journal file.
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
