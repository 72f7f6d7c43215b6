import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from './initdb.ts'
import { placeCluster } from './placement.ts'
import { isServerOf, readPostmasterFile } from './postmaster-file.ts'

/**
 * Finds the embedded database of a `dataDir`: none, one that nobody uses, or one that a portal runs, with how to reach it
 * over its socket (open to its own account and to root).
 */
export function findEmbedded(
  dataDir: string,
): { state: 'none' | 'stopped' } | { state: 'running'; connectionString: string } {
  if (!existsSync(dataDir)) return { state: 'none' }
  const { cluster } = placeCluster(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) return { state: 'none' }
  const file = readPostmasterFile(cluster)
  if (!file?.ready || !isServerOf(cluster, file.pid)) return { state: 'stopped' }
  return { state: 'running', connectionString: addressOf(file.socketFolder) }
}
