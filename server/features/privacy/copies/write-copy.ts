import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '#platform/db/client.ts'
import { connect, createKysely } from '#platform/db/connect.ts'
import { PortalError } from '#platform/errors.ts'
import type { Disk } from '#platform/files/store/disk.ts'
import { COPIED_TABLES } from '@tahanan/contract/privacy/copied-columns.ts'
import { createCopiedFiles, type CopiedFiles } from './copied-files.ts'
import { presentRow, type PresentParts } from './present-row.ts'
import {
  renderBegin,
  renderEnd,
  renderRow,
  renderTableBegin,
  renderTableEnd,
  type PageHeading,
  type PageTable,
} from './render-page.ts'
import { describeTable, findFilled, streamRows, type CopiedTable } from './stream-rows.ts'

/** Thrown because this process is about to stop. The job runs again in another process. */
export class StoppingError extends Error {}

export interface CopyOrder {
  readonly connectionString: string
  readonly disk: Pick<Disk, 'read' | 'readWhole'>
  /** Path of the new archive. No file may exist there yet. */
  readonly path: string
  readonly tenantId: number
  readonly community: string
  readonly timeZone: string
  readonly isStopping: () => boolean
}

export interface WrittenCopy {
  readonly bytes: number
  readonly files: number
  /** Number of files that were no longer in the store. */
  readonly missing: number
}

const BUFFERED_BYTES = 256 * 1024
/**
 * Number of small files that are read in parallel. A bucket needs tens of milliseconds for each file, however
 * small it is.
 */
const PARALLEL_READS = 8
/**
 * Larger files are streamed, because holding them in memory costs too much: a thousand files of 400 KB took
 * 430 MB.
 */
const SMALL_BYTES = 128 * 1024

/**
 * Writes the archive of a tenant's data from one database snapshot. Resolves when the file is durable on
 * disk. Keeps only a few rows and files in memory at a time. If it throws, an unfinished file remains.
 */
export async function writeCopy(order: CopyOrder): Promise<WrittenCopy> {
  const client = await connect(order.connectionString, 'tahanan-copy')
  const zip = new ZipFile()
  const file = createWriteStream(order.path, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: BUFFERED_BYTES,
  })
  const output = zip.outputStream as Readable
  const writing = pipeline(output, file)
  // `writing` is awaited below. Without this handler, an earlier rejection would be unhandled and end the
  // process.
  writing.catch(() => {})
  zip.on('error', (error: Error) => void output.destroy(error))
  try {
    const db = createKysely(client)
    const add = createAdd(zip, writing)
    const files = await addData(db, add, order)
    const counts = await addFiles(db, add, files, order)
    zip.end()
    await writing
    return { bytes: file.bytesWritten, ...counts }
  } catch (error) {
    output.destroy(error as Error)
    // If writing to the disk failed, that error caused the archive's error. Awaiting `writing` throws it
    // first.
    await writing
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

type Add = (path: string, content: Readable, isCompressed?: boolean) => Promise<void>

/**
 * Returns a function that adds an entry to the archive and resolves when the entry's content has been read.
 */
function createAdd(zip: ZipFile, writing: Promise<void>): Add {
  return async (path, content, isCompressed = false) => {
    const read = new Promise<void>((resolve, reject) => {
      content.once('end', resolve).once('error', reject)
    })
    zip.addReadStream(content, path, { compress: !isCompressed, mode: 0o100644 })
    await Promise.race([read, writing])
  }
}

/** Adds data.json and index.html, both from one database snapshot. Returns the files to which they refer. */
async function addData(db: Db, add: Add, { tenantId, community, timeZone }: CopyOrder): Promise<CopiedFiles> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const tenant = await tx
        .selectFrom('tenants')
        .select(['client_code', 'uoccname'])
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow()
      const amenities = await tx.selectFrom('amenities').select(['id', 'title']).execute()
      const parts: PresentParts = {
        files: createCopiedFiles(),
        timeZone,
        amenities: new Map(amenities.map(({ id, title }) => [id, title])),
      }
      const madeAt = new Date()
      const heading: PageHeading = {
        community,
        tenant: [tenant.client_code, tenant.uoccname].filter(Boolean).join(', '),
        madeAt,
        timeZone,
      }
      const tables = COPIED_TABLES.flatMap((name) => describeTable(name, tenantId) ?? [])
      await add('data.json', toStream(generateJson(tx, tables, heading, parts)))
      await add('index.html', toStream(generatePage(tx, tables, heading, parts)))
      return parts.files
    })
}

/** Joins small pieces into larger chunks, so that the archive does not get a separate write for each row. */
const toStream = (pieces: AsyncGenerator<string>): Readable => Readable.from(pieces, { objectMode: false })

async function* generateJson(
  db: Db,
  tables: readonly CopiedTable[],
  { community, tenant, madeAt }: PageHeading,
  parts: PresentParts,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ community, tenant, madeAt }).slice(0, -1)},\n"tables":{`
  for (const [n, table] of tables.entries()) {
    yield `${n === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    let separator = '\n'
    for await (const rows of streamRows(db, table)) {
      yield separator + rows.map((row) => JSON.stringify(presentRow(table, row, parts))).join(',\n')
      separator = ',\n'
    }
    yield ']'
  }
  yield '\n}}\n'
}

async function* generatePage(
  db: Db,
  tables: readonly CopiedTable[],
  heading: PageHeading,
  parts: PresentParts,
): AsyncGenerator<string> {
  const page: (PageTable & { readonly copied: CopiedTable })[] = []
  for (const copied of tables) page.push({ ...copied, ...(await findFilled(db, copied)), copied })
  yield renderBegin(heading, page)
  for (const table of page.filter(({ count }) => count > 0)) {
    yield renderTableBegin(table)
    for await (const rows of streamRows(db, table.copied))
      yield rows
        .map((row) => renderRow(table, presentRow(table.copied, row, parts), heading.timeZone))
        .join('')
    yield renderTableEnd(table)
  }
  yield renderEnd(page)
}

async function addFiles(db: Db, add: Add, { paths }: CopiedFiles, { disk, isStopping }: CopyOrder) {
  const wanted = [...paths]
  const missing: string[] = []
  for (let from = 0; from < wanted.length; from += PARALLEL_READS) {
    if (isStopping()) throw new StoppingError('The process ends.')
    const batch = wanted.slice(from, from + PARALLEL_READS)
    const keys = batch.map(([key]) => key)
    const rows = await db.selectFrom('files').select(['key', 'bytes']).where('key', 'in', keys).execute()
    const sizes = new Map(rows.map(({ key, bytes }) => [key, bytes]))
    const small = await Promise.all(
      keys.map((key) => ((sizes.get(key) ?? Infinity) <= SMALL_BYTES ? disk.readWhole(key) : undefined)),
    )
    for (const [n, [key, path]] of batch.entries()) {
      const content = small[n] === undefined ? await open(disk, key, sizes.has(key)) : small[n]
      if (content === null) missing.push(path)
      else await add(path, content instanceof Readable ? content : Readable.from([content]), true)
    }
  }
  const list = `These files were no longer in the store:\n${missing.join('\n')}\n`
  if (missing.length > 0) await add('missing-files.txt', Readable.from([list]))
  return { files: wanted.length - missing.length, missing: missing.length }
}

/** Opens a large file as a stream; null if the file or its row no longer exists. */
async function open(disk: CopyOrder['disk'], key: string, isKnown: boolean): Promise<Readable | null> {
  if (!isKnown) return null
  return disk.read(key).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'notFound') return null
    throw error
  })
}
