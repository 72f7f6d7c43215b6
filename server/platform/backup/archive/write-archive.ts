import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to } from 'pg-copy-streams'
import { pack, type Pack } from 'tar-stream'
import type { StorageBackend } from '#platform/files/store/storage-backend.ts'
import {
  beginSnapshot,
  listTablesToBackUp,
  listSequences,
  REPLACED_COLUMNS,
  requireMigrations,
} from '../begin-snapshot.ts'
import { listStoredFiles } from '../list-stored-files.ts'
import {
  FILES_FOLDER,
  FORMAT,
  FORMAT_VERSION,
  HEADING_ENTRY,
  MANIFEST_ENTRY,
  MISSING_FILES_ENTRY,
  MAX_LISTED_MISSING_FILES,
  PIECE_BYTES,
  getPieceEntryName,
  formatChecksumBlock,
  type Heading,
  type Manifest,
  type TableFigures,
  type TableHeading,
} from './archive-format.ts'
import { encryptStream } from './encryption.ts'

const compress = promisify(zstdCompress)

/** zstd level 1 reduces the data to a third, and is still faster than the database sends rows. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const BUFFERED_BYTES = 1024 * 1024

interface WriteOptions {
  readonly signal?: AbortSignal | undefined
  readonly recipients?: readonly string[] | undefined
}

export interface WrittenArchive {
  readonly bytes: number
  readonly sha256: string
  readonly isEncrypted: boolean
  readonly heading: Heading
  readonly manifest: Manifest
}

/**
 * Writes a snapshot of the database and its files to a new file that only this system user can read. Resolves
 * after the file is flushed to disk. Other writers of the database are not blocked. If it throws, an
 * unfinished file remains.
 */
export async function writeArchive(
  client: ClientBase,
  disk: Pick<StorageBackend, 'stat' | 'read' | 'readWhole'>,
  path: string,
  { signal, recipients = [] }: WriteOptions = {},
): Promise<WrittenArchive> {
  const tar = pack({ highWaterMark: BUFFERED_BYTES })
  const checksum = createHash('sha256')
  const archiveStream = appendChecksumBlock(tar)
  const content = recipients.length > 0 ? encryptStream(archiveStream, recipients) : archiveStream
  const file = createWriteStream(path, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: BUFFERED_BYTES,
  })
  const writePipeline = pipeline(updateChecksum(content, checksum), file)
  // The promise is awaited later. Without this handler, an earlier rejection would be unhandled and end the
  // process.
  writePipeline.catch(() => {})
  try {
    const archiveContents = await addArchiveContents(tar, client, disk, signal)
    tar.finalize()
    await writePipeline
    const isEncrypted = recipients.length > 0
    return { ...archiveContents, bytes: file.bytesWritten, sha256: checksum.digest('hex'), isEncrypted }
  } catch (error) {
    tar.destroy(error as Error)
    // A disk error also makes the archive fail. Awaiting `writePipeline` first throws the disk error, which
    // is the real cause.
    await writePipeline
    throw error
  }
}

async function* appendChecksumBlock(tar: Pack): AsyncGenerator<Buffer> {
  const checksum = createHash('sha256')
  yield* updateChecksum(tar as AsyncIterable<Buffer>, checksum)
  yield formatChecksumBlock(checksum.digest('hex'))
}

async function* updateChecksum(content: AsyncIterable<Buffer>, checksum: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    checksum.update(chunk)
    yield chunk
  }
}

async function addArchiveContents(
  tar: Pack,
  client: ClientBase,
  disk: Pick<StorageBackend, 'stat' | 'read' | 'readWhole'>,
  signal: AbortSignal | undefined,
): Promise<{ heading: Heading; manifest: Manifest }> {
  const migrations = await requireMigrations(client)
  const tables = await listTablesToBackUp(client)
  const createdAt = (await beginSnapshot(client, tables)).toISOString()
  try {
    const heading: Heading = { format: FORMAT, version: FORMAT_VERSION, createdAt, migrations, tables }
    await addEntry(tar, HEADING_ENTRY, toJson(heading))
    const tableFigures: TableFigures[] = []
    for (const table of tables) tableFigures.push(await addTable(tar, client, table))
    const sequences = await listSequences(client, tables)

    const files = { count: 0, bytes: 0, missing: 0 }
    const missingPaths: string[] = []
    for await (const file of listStoredFiles(client, disk)) {
      signal?.throwIfAborted()
      if (!file.content) {
        files.missing += 1
        if (missingPaths.length < MAX_LISTED_MISSING_FILES) missingPaths.push(file.path)
        continue
      }
      await addEntry(tar, `${FILES_FOLDER}${file.path}`, file.content, file.bytes)
      files.count += 1
      files.bytes += file.bytes
    }
    await addEntry(tar, MISSING_FILES_ENTRY, Buffer.from(missingPaths.map((key) => `${key}\n`).join('')))
    const manifest: Manifest = { tables: tableFigures, sequences, files }
    await addEntry(tar, MANIFEST_ENTRY, toJson(manifest))
    return { heading, manifest }
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

const toJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

async function addTable(
  tar: Pack,
  client: ClientBase,
  { name, columns }: TableHeading,
): Promise<TableFigures> {
  const replacedColumns = REPLACED_COLUMNS[name] ?? {}
  const columnList = columns.map((column) => replacedColumns[column] ?? `"${column}"`).join(', ')
  const rowStream = client.query(to(`copy (select ${columnList} from "${name}") to stdout`))
  const tableFigures = { name, rows: 0, pieces: 0, bytes: 0 }
  let pendingChunks: Buffer[] = []
  let pendingSize = 0
  let previousWrite: Promise<void> = Promise.resolve()

  const writePiece = async (): Promise<void> => {
    const piece = Buffer.concat(pendingChunks, pendingSize)
    const number = ++tableFigures.pieces
    tableFigures.bytes += pendingSize
    pendingChunks = []
    pendingSize = 0
    await previousWrite
    previousWrite = compress(piece, COMPRESSION).then((content) =>
      addEntry(tar, getPieceEntryName(name, number), content),
    )
    previousWrite.catch(() => {})
  }
  for await (const chunk of rowStream as AsyncIterable<Buffer>) {
    for (let offset = 0; offset < chunk.length;) {
      const part = chunk.subarray(offset, offset + PIECE_BYTES - pendingSize)
      pendingChunks.push(part)
      pendingSize += part.length
      offset += part.length
      if (pendingSize === PIECE_BYTES) await writePiece()
    }
  }
  if (pendingSize > 0) await writePiece()
  await previousWrite
  // PostgreSQL may report the row count some time after the last row. The answer to this empty query comes
  // after the count.
  await client.query('select')
  return { ...tableFigures, rows: rowStream.rowCount }
}

/**
 * Adds a file to the tar archive. Rejects if the content is not `size` bytes long, because all later entries
 * would be shifted.
 */
async function addEntry(
  tar: Pack,
  name: string,
  content: Buffer | Readable,
  size = (content as Buffer).length,
): Promise<void> {
  // The modification date is constant, so that the same content always gives the same archive.
  const header = { name, size, mode: 0o600, mtime: new Date(0) }
  if (!Buffer.isBuffer(content)) return pipeline(content, tar.entry(header))
  await new Promise<void>((resolve, reject) =>
    tar.entry(header, content, (error) => (error ? reject(error) : resolve())),
  )
}
