import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from './server-process.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * Returns a folder in memory if enough memory is free, otherwise one on disk. Memory is faster: tests often
 * drop and clone databases, and on an ext4 disk a clone after a drop takes half a second.
 */
function chooseTemporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(chooseTemporaryRoot(), 'tahanan-test-'))
  // PostgreSQL must be able to enter the folder: if root runs the tests, PostgreSQL runs as another system
  // user.
  chmodSync(folder, 0o711)
  return folder
}

export const startWithoutDurability = (dataDir: string): Promise<EmbeddedDatabase> =>
  startEmbedded({ dataDir, log: { ...silentLog, warn: console.warn }, durable: false })

export function removeTemporaryFolders(dataDir: string, cluster?: string): void {
  if (cluster && !cluster.startsWith(dataDir)) rmSync(dirname(cluster), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

export async function startTemporary(): Promise<EmbeddedDatabase> {
  const dataDir = createTemporaryFolder()
  try {
    const embeddedDatabase = await startWithoutDurability(dataDir)
    const removeFolder = (): void => removeTemporaryFolders(dataDir, embeddedDatabase.cluster)
    return { ...embeddedDatabase, stop: () => embeddedDatabase.stop().finally(removeFolder) }
  } catch (error) {
    removeTemporaryFolders(dataDir)
    throw error
  }
}
