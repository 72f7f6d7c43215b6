import type { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import type { Disk } from '#platform/files/store/disk.ts'
import { hasSizes, IMAGE_SIZES, parseKey, toSizeKey } from '#platform/files/store/file-key.ts'
import { PortalError } from '../errors.ts'

interface StoredFile {
  readonly path: string
  readonly bytes: number
  readonly content?: Buffer | Readable
}

const ROWS_PER_FETCH = 500
/** Small files are read in parallel, because reading one file from a bucket takes tens of milliseconds. */
const PARALLEL_READS = 16
const SMALL_BYTES = 1024 * 1024

type Source = Pick<Disk, 'stat' | 'read' | 'readWhole'>

export async function* listStoredFiles(client: ClientBase, disk: Source): AsyncGenerator<StoredFile> {
  await client.query('declare stored_files no scroll cursor for select key, bytes from files order by key')
  for (;;) {
    const { rows } = await client.query<{ key: string; bytes: number }>(
      `fetch ${ROWS_PER_FETCH} from stored_files`,
    )
    if (rows.length === 0) return
    const wanted = rows.flatMap(({ key, bytes }) => listPaths(key, bytes <= SMALL_BYTES))
    for (let from = 0; from < wanted.length; from += PARALLEL_READS) {
      const batch = wanted.slice(from, from + PARALLEL_READS)
      const contents = await Promise.all(
        batch.map(({ path, small }) => (small ? disk.readWhole(path) : null)),
      )
      for (const [n, { path, small, optional }] of batch.entries()) {
        const whole = contents[n]
        const found = whole
          ? { path, bytes: whole.length, content: whole }
          : small
            ? null
            : await open(disk, path)
        if (found) yield found
        else if (!optional) yield { path, bytes: 0 }
      }
    }
  }
}

interface Wanted {
  readonly path: string
  readonly small: boolean
  /** True if the file may be missing: animated images have a thumbnail but no `screen` size. */
  readonly optional: boolean
}

function listPaths(key: string, small: boolean): Wanted[] {
  const parsed = parseKey(key)
  const whole = { path: key, small, optional: false }
  if (!parsed || !hasSizes(parsed)) return [whole]
  return [
    whole,
    ...IMAGE_SIZES.map((size) => ({ path: toSizeKey(key, size), small: true, optional: size !== 'thumb' })),
  ]
}

async function open(disk: Source, path: string): Promise<StoredFile | null> {
  const found = await disk.stat(path)
  if (!found) return null
  try {
    return { path, bytes: found.bytes, content: await disk.read(path) }
  } catch (error) {
    if (error instanceof PortalError && error.code === 'notFound') return null
    throw error
  }
}
