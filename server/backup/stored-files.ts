import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ClientBase } from 'pg'
import { PortalError } from '../errors.ts'
import type { Disk } from '../files/disk.ts'
import { hasSizes, IMAGE_SIZES, parseKey, sizeKey } from '../files/keys.ts'

/** A file as it is put into a backup; without content where the store no longer has it. */
export interface StoredFile {
  readonly path: string
  readonly bytes: number
  readonly content?: Buffer | Readable
}

/** Rows fetched at once. */
const ROWS = 500
/** Small files are read so many at once: a bucket answers in some tens of milliseconds, whatever the size. */
const TOGETHER = 16
const SMALL_BYTES = 1024 * 1024

/**
 * The files that the snapshot's rows name, with their smaller pictures, one after another in the order of their keys. A file
 * that was removed since the snapshot comes without content; a smaller picture that never was is left out.
 */
export async function* readStoredFiles(
  client: ClientBase,
  disk: Pick<Disk, 'stat' | 'read'>,
): AsyncGenerator<StoredFile> {
  await client.query('declare stored_files no scroll cursor for select key from files order by key')
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${ROWS} from stored_files`)
    if (rows.length === 0) return
    const wanted = rows.flatMap(({ key }) => pathsOf(key))
    for (let from = 0; from < wanted.length; from += TOGETHER) {
      const batch = await Promise.all(wanted.slice(from, from + TOGETHER).map((path) => begin(disk, path)))
      for (const { path, optional, bytes, small } of batch) {
        const content = small ?? (bytes === null ? null : await readOrMissing(disk, path))
        if (content !== null) yield { path, bytes: bytes ?? 0, content }
        else if (!optional) yield { path, bytes: 0 }
      }
    }
  }
}

interface Wanted {
  readonly path: string
  /** Animations have no size for screens. */
  readonly optional: boolean
}

function pathsOf(key: string): Wanted[] {
  const parsed = parseKey(key)
  const whole = { path: key, optional: false }
  if (!parsed || !hasSizes(parsed)) return [whole]
  return [whole, ...IMAGE_SIZES.map((size) => ({ path: sizeKey(key, size), optional: size !== 'thumb' }))]
}

async function begin(
  disk: Pick<Disk, 'stat' | 'read'>,
  { path, optional }: Wanted,
): Promise<Wanted & { bytes: number | null; small: Buffer | null }> {
  const found = await disk.stat(path)
  if (!found) return { path, optional, bytes: null, small: null }
  if (found.bytes > SMALL_BYTES) return { path, optional, bytes: found.bytes, small: null }
  const content = await readOrMissing(disk, path)
  const small = content && (await buffer(content))
  return { path, optional, bytes: small ? small.length : null, small }
}

async function readOrMissing(disk: Pick<Disk, 'read'>, path: string): Promise<Readable | null> {
  try {
    return await disk.read(path)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'notFound') return null
    throw error
  }
}
