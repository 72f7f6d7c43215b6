import { constants } from 'node:fs'
import { mkdir, access, lstat, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, dirname, relative } from 'node:path'
import pLimit from 'p-limit'
import { UPLOAD_FOLDERS } from '@tahanan/contract/limits.ts'
import { PortalError } from '../../errors.ts'
import { fsyncPath } from '../../fsync-path.ts'
import type { S3Config } from '../../platform-config.ts'
import type { Bucket } from './bucket.ts'
import type { StorageBackend } from './storage-backend.ts'

export interface StorageConfig {
  readonly dataDir: string
  readonly s3?: Readonly<S3Config> | undefined
}

interface OpenedStorage {
  readonly disk: StorageBackend
  readonly bucket: Bucket | undefined
  readonly incoming: string
}

export async function openStorage({ dataDir, s3 }: StorageConfig): Promise<OpenedStorage> {
  const root = join(dataDir, 'files')
  const incomingFolder = join(root, '.incoming')
  // Imported only if it is needed, because the S3 client is large.
  const bucket = s3 && (await import('./bucket.ts')).createBucket(s3)
  const disk = bucket ?? (await createLocalDisk(root))
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  return { disk, bucket, incoming: incomingFolder }
}

/** Limits simultaneous flushes to disk, because each one blocks a thread, and reading needs free threads. */
const limitFlushes = pLimit(3)

const NO_SYMLINK_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW

async function createLocalDisk(root: string): Promise<StorageBackend> {
  for (const folder of Object.keys(UPLOAD_FOLDERS)) {
    await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
    await fsyncPath(dirname(join(root, folder)))
  }
  await fsyncPath(root)
  await fsyncPath(dirname(root))
  const toPath = (path: string) => join(root, path)

  return {
    async storeFiles(files) {
      await limitFlushes.map(files, ({ temporaryPath }) => fsyncPath(temporaryPath))
      for (const { temporaryPath, path } of files) await rename(temporaryPath, toPath(path))
      for (const folder of new Set(files.map(({ path }) => dirname(toPath(path))))) await fsyncPath(folder)
    },
    async stat(path) {
      try {
        const fileStats = await lstat(toPath(path))
        return fileStats.isFile() ? { bytes: fileStats.size, modifiedAt: fileStats.mtime } : null
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async readWhole(path) {
      try {
        return await readFile(toPath(path), { flag: NO_SYMLINK_FLAGS })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async read(path, range) {
      const file = await open(toPath(path), NO_SYMLINK_FLAGS).catch((error: unknown) => {
        throw isMissing(error) ? new PortalError('notFound') : error
      })
      return file.createReadStream(range ? { start: range.start, end: range.end } : {})
    },
    remove: (path) => rm(toPath(path), { force: true }),
    async *listPaths() {
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) yield relative(root, join(entry.parentPath, entry.name))
    },
    check: () => access(root, constants.R_OK | constants.W_OK),
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')
}
