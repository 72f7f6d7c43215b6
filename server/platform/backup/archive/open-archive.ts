import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { findKeys } from '#platform/files/store/file-key.ts'
import {
  FILES_FOLDER,
  HEADING_ENTRY,
  isPlainName,
  MANIFEST_ENTRY,
  MISSING_FILES_ENTRY,
  MAX_PIECE_BYTES,
  getPieceEntryName,
  parseChecksumBlock,
  CHECKSUM_BLOCK_BYTES,
  type Heading,
  type Manifest,
  type TableFigures,
} from './archive-format.ts'
import { decryptToUnlinkedFile, isEncrypted, WrongIdentityError } from './encryption.ts'
import { parseHeading, parseManifest } from './parse-heading.ts'

/**
 * Thrown if the file is not a backup, is incomplete or is damaged. Nothing was changed then. The message is
 * shown to the operator.
 */
export class UnusableArchiveError extends Error {}

type ArchiveEntry =
  | { readonly kind: 'piece'; readonly table: string; readonly content: AsyncIterable<Buffer> }
  | { readonly kind: 'file'; readonly path: string; readonly content: AsyncIterable<Buffer> }

export interface VerifiedArchive {
  readonly heading: Heading
  readonly manifest: Manifest
  readonly bytes: number
  entries(): AsyncIterable<ArchiveEntry>
  close(): Promise<void>
}

const READ_CHUNK_BYTES = 1024 * 1024
const MAX_JSON_BYTES = 4 * 1024 * 1024
const MAX_ENTRY_NAME = 500

/** Options for an encrypted backup. `folder` is where its decrypted copy is written. */
export interface DecryptOptions {
  readonly identities: readonly string[]
  readonly folder: string
}

/**
 * Opens a backup and verifies the whole file against its seal (checksum) and manifest. Throws
 * UnusableArchiveError. `entries` reads from the file that was verified, even if `path` is replaced by
 * another file later.
 */
export async function openArchive(path: string, decryptOptions?: DecryptOptions): Promise<VerifiedArchive> {
  const handle = await openDecryptedArchive(path, decryptOptions)
  try {
    const { size } = await handle.stat()
    const expectedChecksum = await readChecksum(handle, size, path)
    const verifiedContents = await verifyArchive(handle, size - CHECKSUM_BLOCK_BYTES, expectedChecksum, path)
    return {
      ...verifiedContents,
      bytes: size,
      entries: () => yieldEntries(handle, size - CHECKSUM_BLOCK_BYTES),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    if (error instanceof UnusableArchiveError) throw error
    throw new UnusableArchiveError(`${path} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

async function openDecryptedArchive(
  path: string,
  decryptOptions: DecryptOptions | undefined,
): Promise<FileHandle> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new UnusableArchiveError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
    )
  })
  try {
    if (!(await isEncrypted(handle))) return handle
    if (!decryptOptions)
      throw new UnusableArchiveError(
        `${path} is encrypted. Restore it with --identity FILE, the file with the secret key (AGE-SECRET-KEY-…).`,
      )
    const plainFile = await decryptToUnlinkedFile(handle, decryptOptions.identities, decryptOptions.folder)
    await handle.close()
    return plainFile
  } catch (error) {
    await handle.close()
    if (error instanceof UnusableArchiveError) throw error
    if (error instanceof WrongIdentityError)
      throw new UnusableArchiveError(`${path} is encrypted for other keys than those of --identity.`)
    throw new UnusableArchiveError(`${path} cannot be decrypted: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

async function readChecksum(handle: FileHandle, size: number, path: string): Promise<string> {
  const lastBlock = Buffer.alloc(CHECKSUM_BLOCK_BYTES)
  if (size > CHECKSUM_BLOCK_BYTES)
    await handle.read(lastBlock, 0, CHECKSUM_BLOCK_BYTES, size - CHECKSUM_BLOCK_BYTES)
  const parsedChecksum = parseChecksumBlock(lastBlock)
  if (parsedChecksum) return parsedChecksum
  const firstBlock = Buffer.alloc(512)
  await handle.read(firstBlock, 0, Math.min(512, size), 0)
  throw new UnusableArchiveError(
    firstBlock.toString('latin1', 0, HEADING_ENTRY.length) === HEADING_ENTRY
      ? `${path} is not complete: its end is missing.`
      : `${path} is no backup of this portal.`,
  )
}

async function verifyArchive(
  handle: FileHandle,
  end: number,
  expected: string,
  path: string,
): Promise<{ heading: Heading; manifest: Manifest }> {
  const checksum = createHash('sha256')
  let heading: Heading | undefined
  let manifest: Manifest | undefined
  const tableFigures: TableFigures[] = []
  const files = { count: 0, bytes: 0 }
  let hasMissingFilesEntry = false
  const createDamagedError = (reason: string) => new UnusableArchiveError(`${path} is damaged: ${reason}.`)

  try {
    const chunks = yieldChunks(handle, end, (chunk) => checksum.update(chunk))
    for await (const { header, content: entry } of readTar(chunks)) {
      const { name, size, type } = header
      if (name.length > MAX_ENTRY_NAME)
        throw createDamagedError(`an entry has a name of ${name.length} characters`)
      if (type !== 'file') throw createDamagedError(`${name} is not a plain file`)
      if (manifest) throw createDamagedError('something follows its manifest')
      if (!heading) {
        if (name !== HEADING_ENTRY) throw new UnusableArchiveError(`${path} is no backup of this portal.`)
        heading = requireHeading(await loadDescriptionEntry(entry, size), path)
      } else if (name === MANIFEST_ENTRY) {
        manifest = parseManifest(await loadDescriptionEntry(entry, size))
      } else if (name.startsWith(FILES_FOLDER)) {
        if (findKeys(name.slice(FILES_FOLDER.length)).length === 0)
          throw createDamagedError(`${name} is no file of a portal`)
        files.count += 1
        files.bytes += size
      } else if (name === MISSING_FILES_ENTRY) {
        if (hasMissingFilesEntry) throw createDamagedError(`${name} is not in its place`)
        hasMissingFilesEntry = true
      } else {
        countTablePiece(tableFigures, heading, name, createDamagedError)
        if (size > MAX_PIECE_BYTES) throw createDamagedError(`${name} is too large`)
      }
    }
  } catch (error) {
    if (error instanceof UnusableArchiveError) throw error
    throw createDamagedError((error as Error).message)
  }
  if (checksum.digest('hex') !== expected) throw createDamagedError('its bytes do not match its seal')
  if (!heading || !manifest) throw createDamagedError('its manifest is missing')
  requireMatchingManifest(heading, manifest, tableFigures, files, createDamagedError)
  return { heading, manifest }
}

function requireHeading(content: Buffer, path: string): Heading {
  const heading = parseHeading(content)
  if (heading === 'foreign') throw new UnusableArchiveError(`${path} is no backup of this portal.`)
  if (heading === 'other') {
    throw new UnusableArchiveError(
      `${path} was written by another version of the portal; restore it with that one.`,
    )
  }
  const sqlNames = heading.tables.flatMap(({ name, columns }) => [name, ...columns])
  if (!sqlNames.every(isPlainName))
    throw new UnusableArchiveError(`${path} has invalid names of tables or columns.`)
  return heading
}

function countTablePiece(
  tableFigures: TableFigures[],
  { tables }: Heading,
  name: string,
  createDamagedError: (reason: string) => Error,
): void {
  const table = tables.find((candidate) => name.startsWith(`tables/${candidate.name}/`))
  const lastFigures = tableFigures.at(-1)
  if (!table) throw createDamagedError(`${name} does not belong in a backup`)
  const number = lastFigures?.name === table.name ? lastFigures.pieces + 1 : 1
  const isInOrder = number > 1 || tableFigures.every((figure) => figure.name !== table.name)
  if (!isInOrder || name !== getPieceEntryName(table.name, number))
    throw createDamagedError(`${name} is not in its place`)
  if (number > 1) tableFigures.pop()
  tableFigures.push({ name: table.name, pieces: number, rows: 0, bytes: 0 })
}

function requireMatchingManifest(
  heading: Heading,
  manifest: Manifest,
  tableFigures: readonly TableFigures[],
  files: { count: number; bytes: number },
  createDamagedError: (reason: string) => Error,
): void {
  const expectedPieces = manifest.tables.map(({ name, pieces }) => `${name} ${pieces}`)
  const pieceCounts = heading.tables.map(
    ({ name }) => `${name} ${tableFigures.find((figure) => figure.name === name)?.pieces ?? 0}`,
  )
  if (expectedPieces.join('\n') !== pieceCounts.join('\n')) throw createDamagedError('tables are missing')
  if (manifest.files.count !== files.count || manifest.files.bytes !== files.bytes)
    throw createDamagedError('files are missing')
  if (!manifest.sequences.every(({ table, column }) => isPlainName(table) && isPlainName(column)))
    throw createDamagedError('its sequences cannot be read')
}

async function* yieldEntries(handle: FileHandle, end: number): AsyncGenerator<ArchiveEntry> {
  for await (const { header, content } of readTar(yieldChunks(handle, end))) {
    const { name } = header
    const [folder, table = ''] = name.split('/')
    if (folder === 'tables') yield { kind: 'piece', table, content }
    else if (name.startsWith(FILES_FOLDER))
      yield { kind: 'file', path: name.slice(FILES_FOLDER.length), content }
  }
}

async function* readTar(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ header: Header; content: AsyncIterable<Buffer> }> {
  const tar = extract()
  const tarPipeline = pipeline(chunks, tar)
  // The promise is awaited later. Without this handler, an earlier rejection would be unhandled and end the
  // process.
  tarPipeline.catch(() => {})
  try {
    for await (const entry of tar) {
      yield { header: entry.header, content: yieldContent(entry) }
      entry.resume()
    }
    await tarPipeline
  } finally {
    tar.destroy()
    await tarPipeline.catch(() => {})
  }
}

async function* yieldContent(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) yield chunk as Buffer
}

async function* yieldChunks(
  handle: FileHandle,
  end: number,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < end;) {
    // Each read needs a new buffer, because the tar entries keep slices of the previous ones.
    const chunk = Buffer.allocUnsafeSlow(Math.min(READ_CHUNK_BYTES, end - offset))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset)
    if (bytesRead === 0) throw new Error('it became shorter while it was read')
    offset += bytesRead
    const readChunk = chunk.subarray(0, bytesRead)
    onChunk(readChunk)
    yield readChunk
  }
}

async function loadDescriptionEntry(entry: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > MAX_JSON_BYTES) throw new Error('its description is too long')
  return buffer(entry)
}

const decompress = promisify(zstdDecompress)

export function unpackPiece(table: string, piece: Buffer): Promise<Buffer> {
  return decompress(piece, { maxOutputLength: MAX_PIECE_BYTES }).catch((error: unknown) => {
    throw new UnusableArchiveError(`The backup is damaged: a piece of ${table} cannot be unpacked.`, {
      cause: error,
    })
  })
}
