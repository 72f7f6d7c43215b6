import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from './server-process.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * Returns a folder in memory if there is enough, because tests drop and clone databases: on ext4, cloning a
 * database after another was dropped takes half a second.
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
  // If root runs the tests, the database runs as another system user, which must be able to enter the folder.
  chmodSync(folder, 0o711)
  return folder
}

export const startWithoutDurability = (dataDir: string): Promise<EmbeddedDatabase> =>
  startEmbedded({ dataDir, log: { ...silentLog, warn: console.warn }, durable: false })

export function removeTemporary(dataDir: string, cluster?: string): void {
  if (cluster && !cluster.startsWith(dataDir)) rmSync(dirname(cluster), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

export async function startTemporary(): Promise<EmbeddedDatabase> {
  const dataDir = createTemporaryFolder()
  try {
    const embedded = await startWithoutDurability(dataDir)
    const removeFolder = (): void => removeTemporary(dataDir, embedded.cluster)
    return { ...embedded, stop: () => embedded.stop().finally(removeFolder) }
  } catch (error) {
    removeTemporary(dataDir)
    throw error
  }
}
