import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a mail to `DATA_DIR/outbox`; returns the path. Only the portal's user may read it, since a mail may
 * hold a link to choose a password. Names begin with the time, so they sort by it.
 */
export async function writeToOutbox(dataDir: string, mail: Buffer): Promise<string> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
  const path = join(folder, name)
  const unfinished = `${path}.part`
  try {
    await writeFile(unfinished, mail, { mode: 0o600, flag: 'wx' })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return path
}
