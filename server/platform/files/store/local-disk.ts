import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FOLDERS } from '@tahanan/contract/limits.ts'
import { Disk as Flydrive } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import pLimit from 'p-limit'
import { PortalError } from '../../errors.ts'
import type { Disk } from './disk.ts'

/** Syncs at once: each blocks a thread, and some stay free for reading. */
const flushing = pLimit(3)

/** A link planted in the folder is not followed out of it. */
const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW

/**
 * Files in a folder of this machine. flydrive finds and removes them; placing and reading are done here, because flydrive
 * neither waits for the disk nor reads parts (videos are watched in parts), and copies where a rename is one step.
 */
export async function createLocalDisk(root: string): Promise<Disk> {
  for (const folder of Object.keys(FOLDERS)) {
    await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
    await flush(dirname(join(root, folder)))
  }
  await flush(root)
  await flush(dirname(root))
  const flydrive = new Flydrive(new FSDriver({ location: root, visibility: 'private' }))
  const at = (path: string) => join(root, path)

  return {
    async place(temporary, path) {
      const place = at(path)
      await flush(temporary)
      await rename(temporary, place)
      // The entry in the folder is data of its own.
      await flush(dirname(place))
    },
    async placeAll(files) {
      await flushing.map(files, ({ temporary }) => flush(temporary))
      for (const { temporary, path } of files) await rename(temporary, at(path))
      // once for all of them: each sync of a folder waits for the whole disk
      for (const folder of new Set(files.map(({ path }) => dirname(at(path))))) await flush(folder)
    },
    async stat(path) {
      try {
        const found = await lstat(at(path))
        return found.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : null
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async readWhole(path) {
      try {
        return await readFile(at(path), { flag: NO_LINK })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async read(path, range) {
      const file = await open(at(path), NO_LINK).catch((error: unknown) => {
        throw isMissing(error) ? new PortalError('notFound') : error
      })
      return file.createReadStream(range ? { start: range.start, end: range.end } : {})
    },
    remove: (path) => flydrive.delete(path),
    async *paths() {
      const { objects } = await flydrive.listAll('/', { recursive: true })
      for (const object of objects) if (object.isFile) yield object.key
    },
    check: () => access(root, constants.R_OK | constants.W_OK),
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** Waits until a file's content, or a folder's entries, are on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
