import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { isEarlier } from '#platform/db/migrate.ts'
import { keysFor } from '#platform/files/store/keys.ts'
import {
  FILES_FOLDER,
  HEADING_ENTRY,
  isPlainName,
  MANIFEST_ENTRY,
  MISSING_ENTRY,
  MOST_PIECE_BYTES,
  pieceEntry,
  readSeal,
  SEAL_BYTES,
  type Heading,
  type Manifest,
  type TableFigures,
} from './archive-format.ts'
import { readHeading, readManifest } from './read-description.ts'

/** The file is no backup, not a whole one, or not as it was written; nothing was touched. The message is for the operator. */
export class UnusableArchiveError extends Error {}

/** One entry of an archive. Its content can be read until the next entry is asked for. */
type ArchiveEntry =
  | { readonly kind: 'piece'; readonly table: string; readonly content: AsyncIterable<Buffer> }
  | { readonly kind: 'file'; readonly path: string; readonly content: AsyncIterable<Buffer> }

export interface VerifiedArchive {
  readonly heading: Heading
  readonly manifest: Manifest
  readonly bytes: number
  /** The tables' pieces and the files, in the archive's order. */
  entries(): AsyncIterable<ArchiveEntry>
  close(): Promise<void>
}

const READ_BYTES = 1024 * 1024
const MOST_JSON = 4 * 1024 * 1024
/** Longest name of an entry; keys of files are shorter. */
const LONGEST_NAME = 500

/**
 * Opens a backup and reads all of it: every byte against the seal, and everything that it must hold. Throws UnusableArchiveError where anything is wrong. What is restored is read from the same open file, whatever
 * takes its name meanwhile.
 */
export async function openArchive(path: string): Promise<VerifiedArchive> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UnusableArchiveError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
    )
  })
  try {
    const { size } = await handle.stat()
    const sealed = await sealOf(handle, size, path)
    const checked = await check(handle, size - SEAL_BYTES, sealed, path)
    return {
      ...checked,
      bytes: size,
      entries: () => entriesOf(handle, size - SEAL_BYTES),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    if (error instanceof UnusableArchiveError) throw error
    throw new UnusableArchiveError(`${path} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

async function sealOf(handle: FileHandle, size: number, path: string): Promise<string> {
  const last = Buffer.alloc(SEAL_BYTES)
  if (size > SEAL_BYTES) await handle.read(last, 0, SEAL_BYTES, size - SEAL_BYTES)
  const sealed = readSeal(last)
  if (sealed) return sealed
  const first = Buffer.alloc(512)
  await handle.read(first, 0, Math.min(512, size), 0)
  throw new UnusableArchiveError(
    first.toString('latin1', 0, HEADING_ENTRY.length) === HEADING_ENTRY
      ? `${path} is not complete: its end is missing.`
      : `${path} is no backup of this portal.`,
  )
}

/** Reads everything once. The order of the entries, their names and their number must be what a backup of ours has. */
async function check(
  handle: FileHandle,
  end: number,
  sealed: string,
  path: string,
): Promise<{ heading: Heading; manifest: Manifest }> {
  const whole = createHash('sha256')
  let heading: Heading | undefined
  let manifest: Manifest | undefined
  const figures: TableFigures[] = []
  const files = { count: 0, bytes: 0 }
  let hasMissing = false
  const damaged = (why: string) => new UnusableArchiveError(`${path} is damaged: ${why}.`)

  try {
    const chunks = chunksOf(handle, end, (chunk) => whole.update(chunk))
    for await (const { header, content: entry } of readTar(chunks)) {
      const { name, size, type } = header
      if (name.length > LONGEST_NAME) throw damaged(`an entry has a name of ${name.length} characters`)
      if (type !== 'file') throw damaged(`${name} is not a plain file`)
      if (manifest) throw damaged('something follows its manifest')
      if (!heading) {
        if (name !== HEADING_ENTRY) throw new UnusableArchiveError(`${path} is no backup of this portal.`)
        heading = headingOf(await limited(entry, size), path)
      } else if (name === MANIFEST_ENTRY) {
        manifest = readManifest(await limited(entry, size))
      } else if (name.startsWith(FILES_FOLDER)) {
        if (keysFor(name.slice(FILES_FOLDER.length)).length === 0)
          throw damaged(`${name} is no file of a portal`)
        files.count += 1
        files.bytes += size
      } else if (name === MISSING_ENTRY) {
        if (hasMissing) throw damaged(`${name} is not in its place`)
        hasMissing = true
      } else {
        countPiece(figures, heading, name, damaged)
        if (size > MOST_PIECE_BYTES) throw damaged(`${name} is too large`)
      }
    }
  } catch (error) {
    // A tar that cannot be read is a consequence; that its bytes are not those that were written is the reason.
    if (error instanceof UnusableArchiveError) throw error
    throw damaged((error as Error).message)
  }
  if (whole.digest('hex') !== sealed) throw damaged('it is not as it was written')
  if (!heading || !manifest) throw damaged('its manifest is missing')
  compare(heading, manifest, figures, files, damaged)
  return { heading, manifest }
}

function headingOf(content: Buffer, path: string): Heading {
  const heading = readHeading(content)
  if (heading === 'foreign') throw new UnusableArchiveError(`${path} is no backup of this portal.`)
  if (heading === 'otherVersion') {
    throw new UnusableArchiveError(
      `${path} was written by another version of the portal; restore it with that one.`,
    )
  }
  if (isEarlier(heading.migrations)) {
    throw new UnusableArchiveError(
      `${path} was written by a version before 1.0.0. Restore it with that version, stop it, and run ` +
        "'npm run upgrade-to-1' of this one.",
    )
  }
  const names = heading.tables.flatMap(({ name, columns }) => [name, ...columns])
  if (!names.every(isPlainName))
    throw new UnusableArchiveError(`${path} names tables that are none of a portal.`)
  return heading
}

/** Pieces come table by table in the heading's order, numbered from 1 without gaps. */
function countPiece(
  figures: TableFigures[],
  { tables }: Heading,
  name: string,
  damaged: (why: string) => Error,
): void {
  const table = tables.find((candidate) => name.startsWith(`tables/${candidate.name}/`))
  const last = figures.at(-1)
  if (!table) throw damaged(`${name} does not belong into a backup`)
  const number = last?.name === table.name ? last.pieces + 1 : 1
  const inOrder = number > 1 || figures.every((figure) => figure.name !== table.name)
  if (!inOrder || name !== pieceEntry(table.name, number)) throw damaged(`${name} is not in its place`)
  if (number > 1) figures.pop()
  figures.push({ name: table.name, pieces: number, rows: 0, bytes: 0 })
}

function compare(
  heading: Heading,
  manifest: Manifest,
  figures: readonly TableFigures[],
  files: { count: number; bytes: number },
  damaged: (why: string) => Error,
): void {
  const told = manifest.tables.map(({ name, pieces }) => `${name} ${pieces}`)
  const found = heading.tables.map(
    ({ name }) => `${name} ${figures.find((figure) => figure.name === name)?.pieces ?? 0}`,
  )
  if (told.join('\n') !== found.join('\n')) throw damaged('tables are missing')
  if (manifest.files.count !== files.count || manifest.files.bytes !== files.bytes)
    throw damaged('files are missing')
  if (!manifest.sequences.every(({ table, column }) => isPlainName(table) && isPlainName(column)))
    throw damaged('its counters cannot be read')
}

async function* entriesOf(handle: FileHandle, end: number): AsyncGenerator<ArchiveEntry> {
  for await (const { header, content } of readTar(chunksOf(handle, end))) {
    const { name } = header
    const [folder, table = ''] = name.split('/')
    if (folder === 'tables') yield { kind: 'piece', table, content }
    else if (name.startsWith(FILES_FOLDER))
      yield { kind: 'file', path: name.slice(FILES_FOLDER.length), content }
  }
}

/** Yields the entries of a tar. Throws where it cannot be read to its end. */
async function* readTar(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ header: Header; content: AsyncIterable<Buffer> }> {
  const tar = extract()
  const feeding = pipeline(chunks, tar)
  // handled where it is awaited; until then a rejection must not end the process
  feeding.catch(() => {})
  try {
    for await (const entry of tar) {
      yield { header: entry.header, content: contentOf(entry) }
      // Skips what nobody wanted to read.
      entry.resume()
    }
    await feeding
  } finally {
    tar.destroy()
    await feeding.catch(() => {})
  }
}

async function* contentOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) yield chunk as Buffer
}

async function* chunksOf(
  handle: FileHandle,
  end: number,
  see: (chunk: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  for (let at = 0; at < end;) {
    // A new buffer each time: the entries hold on to parts of it.
    const chunk = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - at))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at)
    if (bytesRead === 0) throw new Error('it became shorter while it was read')
    at += bytesRead
    const read = chunk.subarray(0, bytesRead)
    see(read)
    yield read
  }
}

async function limited(entry: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > MOST_JSON) throw new Error('its description is too long')
  return buffer(entry)
}

const decompress = promisify(zstdDecompress)

/** Unpacks a piece of a table. Throws `UnusableArchiveError`, also where it would be larger than any that is written. */
export function unpackPiece(table: string, piece: Buffer): Promise<Buffer> {
  return decompress(piece, { maxOutputLength: MOST_PIECE_BYTES }).catch((error: unknown) => {
    throw new UnusableArchiveError(`The backup is damaged: a piece of ${table} cannot be unpacked.`, {
      cause: error,
    })
  })
}
