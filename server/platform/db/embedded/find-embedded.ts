import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseClusterFolder } from './choose-cluster-folder.ts'
import { toConnectionString } from './ensure-cluster.ts'
import { isServerOfCluster, loadPostmasterFile } from './load-postmaster-file.ts'

export function findEmbedded(
  dataDir: string,
): { state: 'none' | 'stopped' } | { state: 'running'; connectionString: string } {
  if (!existsSync(dataDir)) return { state: 'none' }
  const { cluster } = chooseClusterFolder(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) return { state: 'none' }
  const file = loadPostmasterFile(cluster)
  if (!file?.ready || !isServerOfCluster(cluster, file.pid)) return { state: 'stopped' }
  return { state: 'running', connectionString: toConnectionString(file.socketFolder) }
}
