import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from './server-process.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/** Memory where there is room: ext4 takes half a second of the processor to copy a database soon after another was dropped. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** An embedded database for tests and generators: without the disk's safety, and gone when it is stopped. */
export async function startTemporary(): Promise<EmbeddedDatabase> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'tahanan-test-'))
  // Root's database runs as another account, which must be able to pass through.
  chmodSync(dataDir, 0o711)
  const remove = (cluster?: string): void => {
    if (cluster && !cluster.startsWith(dataDir)) rmSync(dirname(cluster), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const embedded = await startEmbedded({
      dataDir,
      log: { ...silentLog, warn: console.warn },
      durable: false,
    })
    return { ...embedded, stop: () => embedded.stop().finally(() => remove(embedded.cluster)) }
  } catch (error) {
    remove()
    throw error
  }
}
