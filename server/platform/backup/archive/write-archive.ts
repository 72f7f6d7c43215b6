import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to } from 'pg-copy-streams'
import type { Disk } from '../../files/store/disk.ts'
import {
  FILES_FOLDER,
  FORMAT,
  FORMAT_VERSION,
  HEADING_ENTRY,
  MANIFEST_ENTRY,
  MISSING_ENTRY,
  MISSING_NAMED,
  PIECE_BYTES,
  pieceEntry,
  seal,
  SUMS_ENTRY,
} from './archive-format.ts'
import type { Heading, Manifest, TableFigures, TableHeading } from './archive-format.ts'
import { BlockWriter } from './block-writer.ts'
import { readStoredFiles } from '../stored-files.ts'
import { padding, tarHeader } from './tar-header.ts'
import { beginSnapshot, keptTables, madeMigrations, NOT_KEPT, readSequences } from '../snapshot.ts'

const compress = promisify(zstdCompress)

/** Fast enough that the database stays the slower one, and a third of the size. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Characters of checksums that are buffered. */
const SUMS_WAITING = 64 * 1024

export interface WrittenArchive {
  readonly bytes: number
  /** Checksum of the whole file, as `sha256sum` prints it. */
  readonly sha256: string
  readonly heading: Heading
  readonly manifest: Manifest
}

/**
 * Writes a backup of everything that a database holds and of the files that it names, as they are at one moment, into a new
 * file that only this account may read; it is on the disk when this resolves. Nobody is kept from writing meanwhile.
 * Leaves an unfinished file behind where it throws. `notKept` is for tests.
 */
export async function writeArchive(
  client: ClientBase,
  disk: Pick<Disk, 'stat' | 'read' | 'readWhole'>,
  path: string,
  signal?: AbortSignal,
  notKept: readonly string[] = NOT_KEPT,
): Promise<WrittenArchive> {
  const handle = await open(path, 'wx', 0o600)
  const out = new BlockWriter(handle)
  const entries = new Entries(out, `${path}.sums`)
  try {
    const filled = await fill(entries, client, disk, signal, notKept)
    await out.flush()
    const ending = seal(out.hash.copy().digest('hex'))
    await handle.write(ending, 0, ending.length, out.bytes)
    await handle.sync()
    out.hash.update(ending)
    return { ...filled, bytes: out.bytes + ending.length, sha256: out.hash.digest('hex') }
  } finally {
    await entries.close()
    await out.flush().catch(() => {})
    await handle.close().catch(() => {})
  }
}

async function fill(
  entries: Entries,
  client: ClientBase,
  disk: Pick<Disk, 'stat' | 'read' | 'readWhole'>,
  signal: AbortSignal | undefined,
  notKept: readonly string[],
): Promise<{ heading: Heading; manifest: Manifest }> {
  const migrations = await madeMigrations(client)
  const tables = await keptTables(client, notKept)
  const createdAt = (await beginSnapshot(client, tables)).toISOString()
  try {
    const heading: Heading = { format: FORMAT, version: FORMAT_VERSION, createdAt, migrations, tables }
    await entries.add(HEADING_ENTRY, json(heading))
    const figures: TableFigures[] = []
    for (const table of tables) figures.push(await addTable(entries, client, table))
    const sequences = await readSequences(client, tables)

    const files = { count: 0, bytes: 0, missing: 0 }
    const missing: string[] = []
    for await (const file of readStoredFiles(client, disk)) {
      signal?.throwIfAborted()
      if (!file.content) {
        files.missing += 1
        if (missing.length < MISSING_NAMED) missing.push(file.path)
        continue
      }
      await entries.add(`${FILES_FOLDER}${file.path}`, file.content, file.bytes)
      files.count += 1
      files.bytes += file.bytes
    }
    await entries.add(MISSING_ENTRY, Buffer.from(missing.map((key) => `${key}\n`).join('')))
    await entries.addSums()
    const manifest: Manifest = { tables: figures, sequences, files }
    await entries.add(MANIFEST_ENTRY, json(manifest))
    await entries.end()
    return { heading, manifest }
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Writes a table's rows in pieces; the next piece is read while the last is compressed and written. */
async function addTable(
  entries: Entries,
  client: ClientBase,
  { name, columns }: TableHeading,
): Promise<TableFigures> {
  const rows = client.query(
    to(`copy "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) to stdout`),
  )
  const figures = { name, rows: 0, pieces: 0, bytes: 0 }
  let waiting: Buffer[] = []
  let size = 0
  let before: Promise<void> = Promise.resolve()

  const cut = async (): Promise<void> => {
    const piece = Buffer.concat(waiting, size)
    const number = ++figures.pieces
    figures.bytes += size
    waiting = []
    size = 0
    await before
    before = compress(piece, COMPRESSION).then((content) => entries.add(pieceEntry(name, number), content))
    // handled where it is awaited; until then a rejection must not end the process
    before.catch(() => {})
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + PIECE_BYTES - size)
      waiting.push(part)
      size += part.length
      at += part.length
      if (size === PIECE_BYTES) await cut()
    }
  }
  if (size > 0) await cut()
  await before
  return { ...figures, rows: rows.rowCount }
}

/** Puts entries into a tar, and their checksums into a file beside it, so that nothing grows in memory. */
class Entries {
  readonly #out: BlockWriter
  readonly #sumsPath: string
  #sumsFile: FileHandle | undefined
  #sums = ''

  constructor(out: BlockWriter, sumsPath: string) {
    this.#out = out
    this.#sumsPath = sumsPath
  }

  async add(name: string, content: Buffer | Readable, bytes = (content as Buffer).length): Promise<void> {
    const hash = createHash('sha256')
    await this.#out.write(tarHeader(name, bytes))
    let written = 0
    for await (const chunk of Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>)) {
      hash.update(chunk)
      written += chunk.length
      await this.#out.write(chunk)
    }
    // a content that was cut off must not shift the entries after it
    if (written !== bytes) throw new Error(`${name} has ${written} bytes and not ${bytes}.`)
    await this.#out.zeros(padding(bytes))
    this.#sums += `${hash.digest('hex')}  ${name}\n`
    if (this.#sums.length > SUMS_WAITING) await this.#writeSums()
  }

  async addSums(): Promise<void> {
    await this.#writeSums()
    const { size } = await stat(this.#sumsPath)
    await this.add(SUMS_ENTRY, createReadStream(this.#sumsPath), size)
  }

  /** Two empty records are a tar's end. */
  end(): Promise<void> {
    return this.#out.zeros(1024)
  }

  async close(): Promise<void> {
    await this.#sumsFile?.close()
    await rm(this.#sumsPath, { force: true })
  }

  async #writeSums(): Promise<void> {
    this.#sumsFile ??= await open(this.#sumsPath, 'w', 0o600)
    await this.#sumsFile.write(this.#sums)
    this.#sums = ''
  }
}
