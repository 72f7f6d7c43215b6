import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from './log.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

/** An embedded database for tests and generators: without the disk's safety, and gone when it is stopped. */
export async function startTemporary(): Promise<EmbeddedDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tahanan-test-'))
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
