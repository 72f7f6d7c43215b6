import type { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import { hasSizes, IMAGE_SIZES, parseKey, toSizePath } from '#platform/files/store/file-key.ts'
import type { StorageBackend } from '#platform/files/store/storage-backend.ts'
import { PortalError } from '../errors.ts'

interface StoredFile {
  readonly path: string
  readonly bytes: number
  readonly content?: Buffer | Readable
}

const ROWS_PER_FETCH = 500
/** Small files are read in parallel, because reading one file from a bucket takes tens of milliseconds. */
const MAX_PARALLEL_READS = 16
const SMALL_BYTES = 1024 * 1024

type Source = Pick<StorageBackend, 'stat' | 'read' | 'readWhole'>

export async function* listStoredFiles(client: ClientBase, disk: Source): AsyncGenerator<StoredFile> {
  await client.query('declare stored_files no scroll cursor for select key, bytes from files order by key')
  for (;;) {
    const { rows } = await client.query<{ key: string; bytes: number }>(
      `fetch ${ROWS_PER_FETCH} from stored_files`,
    )
    if (rows.length === 0) return
    const wantedFiles = rows.flatMap(({ key, bytes }) => listPaths(key, bytes <= SMALL_BYTES))
    for (let batchStart = 0; batchStart < wantedFiles.length; batchStart += MAX_PARALLEL_READS) {
      const batch = wantedFiles.slice(batchStart, batchStart + MAX_PARALLEL_READS)
      const contents = await Promise.all(
        batch.map(({ path, small }) => (small ? disk.readWhole(path) : null)),
      )
      for (const [n, { path, small, optional }] of batch.entries()) {
        const wholeContent = contents[n]
        const storedFile = wholeContent
          ? { path, bytes: wholeContent.length, content: wholeContent }
          : small
            ? null
            : await openStoredFile(disk, path)
        if (storedFile) yield storedFile
        else if (!optional) yield { path, bytes: 0 }
      }
    }
  }
}

interface WantedFile {
  readonly path: string
  readonly small: boolean
  /** True if the file may be missing: animated images have a thumbnail but no `screen` size. */
  readonly optional: boolean
}

function listPaths(key: string, isSmall: boolean): WantedFile[] {
  const parsedKey = parseKey(key)
  const wholeFile = { path: key, small: isSmall, optional: false }
  if (!parsedKey || !hasSizes(parsedKey)) return [wholeFile]
  return [
    wholeFile,
    ...IMAGE_SIZES.map((size) => ({ path: toSizePath(key, size), small: true, optional: size !== 'thumb' })),
  ]
}

async function openStoredFile(disk: Source, path: string): Promise<StoredFile | null> {
  const fileStats = await disk.stat(path)
  if (!fileStats) return null
  try {
    return { path, bytes: fileStats.bytes, content: await disk.read(path) }
  } catch (error) {
    if (error instanceof PortalError && error.code === 'notFound') return null
    throw error
  }
}
