import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from './server-process.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/** In memory if it has room: on ext4 cloning a database right after dropping one takes half a second. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Starts an embedded database for tests and generators, without durability; `stop` deletes it. */
export async function startTemporary(): Promise<EmbeddedDatabase> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'tahanan-test-'))
  // If root runs this, the database runs as another account, which must reach the folder.
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
