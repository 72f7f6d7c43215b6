import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createFolder } from '#platform/create-folder.ts'
import { fsyncPath } from '#platform/fsync-path.ts'
import type { PlatformContext } from '#platform/platform-context.ts'

/**
 * Store of the files of data copies, finished and unfinished. The files are in `DATA_DIR/copies`. If a bucket
 * is configured, finished files are in its folder `copies/`, so that all machines can read them.
 */
export interface CopyStore {
  beginFile(file: string): string
  /** Moves a finished file to its final place. After that it survives even a power failure. */
  finishFile(file: string): Promise<void>
  findSize(file: string): Promise<number | null>
  openFile(file: string): Promise<Readable>
  /** Removes a finished or unfinished file. Ignores file names that are not names of copies. */
  remove(file: string | null): Promise<void>
  list(): Promise<string[]>
}

export type CopyStoreContext = Pick<PlatformContext, 'config' | 'files'>

const NAME_PATTERN = /^copy-\d{1,15}-[0-9a-f]{32}\.zip$/
const PARTIAL_SUFFIX = '.partial'
const READ_CHUNK_BYTES = 256 * 1024

/**
 * Creates a file name that is different for each attempt, so that two processes never write the same file.
 */
export const createCopyName = (id: number): string => `copy-${id}-${randomBytes(16).toString('hex')}.zip`

const isCopyName = (file: string): boolean => NAME_PATTERN.test(file)

export function openCopyStore({ config, files }: CopyStoreContext): CopyStore {
  const folder = join(config.dataDir, 'copies')
  const toPath = (file: string): string => join(folder, requireCopyName(file))
  const isBucket = config.s3 !== undefined

  async function listLocalFiles(): Promise<string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return names.map((name) => (name.endsWith(PARTIAL_SUFFIX) ? name.slice(0, -PARTIAL_SUFFIX.length) : name))
  }

  async function listBucketFiles(): Promise<string[]> {
    const names: string[] = []
    for await (const path of files.disk.listPaths())
      if (path.startsWith('copies/')) names.push(path.slice('copies/'.length))
    return names
  }

  return {
    beginFile(file) {
      createFolder(folder)
      return toPath(file) + PARTIAL_SUFFIX
    },
    async finishFile(file) {
      const partialPath = toPath(file) + PARTIAL_SUFFIX
      if (!isBucket) {
        await rename(partialPath, toPath(file))
        return fsyncPath(folder)
      }
      await files.requireOwnership()
      await files.disk.storeFiles([
        { temporaryPath: partialPath, path: toBucketPath(file), mime: 'application/zip' },
      ])
    },
    async findSize(file) {
      if (!isCopyName(file)) return null
      if (isBucket) return (await files.disk.stat(toBucketPath(file)))?.bytes ?? null
      const fileStats = await stat(toPath(file)).catch(() => null)
      return fileStats?.isFile() ? fileStats.size : null
    },
    openFile: async (file) =>
      isBucket
        ? files.disk.read(toBucketPath(file))
        : createReadStream(toPath(file), { highWaterMark: READ_CHUNK_BYTES }),
    async remove(file) {
      if (file === null || !isCopyName(file)) return
      await rm(toPath(file) + PARTIAL_SUFFIX, { force: true })
      await rm(toPath(file), { force: true })
      if (isBucket) await files.disk.remove(toBucketPath(file))
    },
    async list() {
      const names = [...(await listLocalFiles()), ...(isBucket ? await listBucketFiles() : [])]
      return [...new Set(names.filter(isCopyName))]
    },
  }
}

const toBucketPath = (file: string): string => `copies/${requireCopyName(file)}`

/**
 * Throws if a file name is not the name of a copy. Defence in depth: other names must never become a path.
 */
function requireCopyName(file: string): string {
  if (!isCopyName(file)) throw new RangeError(`${JSON.stringify(file)} is not the name of a copy.`)
  return file
}
