import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from './initdb.ts'
import { placeCluster } from './placement.ts'
import { isServerOf, readPostmasterFile } from './postmaster-file.ts'

/**
 * Finds the embedded database of a `dataDir`: none, stopped, or running with the address of its socket, which
 * only its account and root can open.
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
