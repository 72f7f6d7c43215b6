import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '#platform/db/client.ts'
import { connect, createKysely } from '#platform/db/connect.ts'
import { PortalError } from '#platform/errors.ts'
import type { StorageBackend } from '#platform/files/store/storage-backend.ts'
import { COPIED_TABLES } from '@tahanan/contract/privacy/copied-columns.ts'
import { createCopiedFiles, type CopiedFiles } from './copied-files.ts'
import { presentRow, type PresentContext } from './present-row.ts'
import {
  renderPageBegin,
  renderPageEnd,
  renderRow,
  renderTableBegin,
  renderTableEnd,
  type PageHeading,
  type PageTable,
} from './render-page.ts'
import { describeTable, findFilledColumns, streamRows, type CopiedTable } from './stream-rows.ts'

/** Thrown because this process is about to stop. The job runs again in another process. */
export class StoppingError extends Error {}

export interface WriteCopyOptions {
  readonly connectionString: string
  readonly disk: Pick<StorageBackend, 'read' | 'readWhole'>
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
  readonly missing: number
}

const BUFFERED_BYTES = 256 * 1024
/**
 * Number of small files that are read in parallel, because a bucket needs tens of milliseconds for each file,
 * even for a small one.
 */
const PARALLEL_READS = 8
/**
 * Files larger than this are streamed, because holding them in memory costs too much: a thousand files of 400
 * KB took 430 MB.
 */
const SMALL_BYTES = 128 * 1024

/**
 * Writes the archive of a tenant's data from one database snapshot. Resolves when the file is safely on disk.
 * Keeps only a few rows and files in memory at a time. If it throws, an unfinished file remains.
 */
export async function writeCopy(order: WriteCopyOptions): Promise<WrittenCopy> {
  const client = await connect(order.connectionString, 'tahanan-copy')
  const zip = new ZipFile()
  const file = createWriteStream(order.path, {
    flags: 'wx',
    mode: 0o600,
    flush: true,
    highWaterMark: BUFFERED_BYTES,
  })
  const output = zip.outputStream as Readable
  const writePromise = pipeline(output, file)
  // `writePromise` is awaited below. Without this handler, an earlier rejection would be unhandled and end
  // the process.
  writePromise.catch(() => {})
  zip.on('error', (error: Error) => void output.destroy(error))
  try {
    const db = createKysely(client)
    const add = createAddEntry(zip, writePromise)
    const files = await addData(db, add, order)
    const counts = await addFiles(db, add, files, order)
    zip.end()
    await writePromise
    return { bytes: file.bytesWritten, ...counts }
  } catch (error) {
    output.destroy(error as Error)
    // A disk error also makes the archive fail. Awaiting `writePromise` first throws the disk error, which is
    // the real cause.
    await writePromise
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

type AddEntry = (path: string, content: Readable, isCompressed?: boolean) => Promise<void>

function createAddEntry(zip: ZipFile, writePromise: Promise<void>): AddEntry {
  return async (path, content, isCompressed = false) => {
    const readPromise = new Promise<void>((resolve, reject) => {
      content.once('end', resolve).once('error', reject)
    })
    zip.addReadStream(content, path, { compress: !isCompressed, mode: 0o100644 })
    await Promise.race([readPromise, writePromise])
  }
}

async function addData(
  db: Db,
  add: AddEntry,
  { tenantId, community, timeZone }: WriteCopyOptions,
): Promise<CopiedFiles> {
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
      const presentContext: PresentContext = {
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
      await add('data.json', toStream(generateJson(tx, tables, heading, presentContext)))
      await add('index.html', toStream(generatePage(tx, tables, heading, presentContext)))
      return presentContext.files
    })
}

/** Joins small pieces into larger chunks, so that the archive does not get a separate write for each row. */
const toStream = (chunks: AsyncGenerator<string>): Readable => Readable.from(chunks, { objectMode: false })

async function* generateJson(
  db: Db,
  tables: readonly CopiedTable[],
  { community, tenant, madeAt }: PageHeading,
  presentContext: PresentContext,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ community, tenant, madeAt }).slice(0, -1)},\n"tables":{`
  for (const [n, table] of tables.entries()) {
    yield `${n === 0 ? '' : ','}\n${JSON.stringify(table.name)}:[`
    let separator = '\n'
    for await (const rows of streamRows(db, table)) {
      yield separator + rows.map((row) => JSON.stringify(presentRow(table, row, presentContext))).join(',\n')
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
  presentContext: PresentContext,
): AsyncGenerator<string> {
  const page: (PageTable & { readonly copiedTable: CopiedTable })[] = []
  for (const copiedTable of tables)
    page.push({ ...copiedTable, ...(await findFilledColumns(db, copiedTable)), copiedTable })
  yield renderPageBegin(heading, page)
  for (const table of page.filter(({ count }) => count > 0)) {
    yield renderTableBegin(table)
    for await (const rows of streamRows(db, table.copiedTable))
      yield rows
        .map((row) => renderRow(table, presentRow(table.copiedTable, row, presentContext), heading.timeZone))
        .join('')
    yield renderTableEnd(table)
  }
  yield renderPageEnd(page)
}

async function addFiles(
  db: Db,
  add: AddEntry,
  { paths }: CopiedFiles,
  { disk, isStopping }: WriteCopyOptions,
) {
  const filePaths = [...paths]
  const missingPaths: string[] = []
  for (let start = 0; start < filePaths.length; start += PARALLEL_READS) {
    if (isStopping()) throw new StoppingError('The process ends.')
    const batch = filePaths.slice(start, start + PARALLEL_READS)
    const keys = batch.map(([key]) => key)
    const rows = await db.selectFrom('files').select(['key', 'bytes']).where('key', 'in', keys).execute()
    const bytesByKey = new Map(rows.map(({ key, bytes }) => [key, bytes]))
    const smallContents = await Promise.all(
      keys.map((key) => ((bytesByKey.get(key) ?? Infinity) <= SMALL_BYTES ? disk.readWhole(key) : undefined)),
    )
    for (const [n, [key, path]] of batch.entries()) {
      const content =
        smallContents[n] === undefined ? await openFile(disk, key, bytesByKey.has(key)) : smallContents[n]
      if (content === null) missingPaths.push(path)
      else await add(path, content instanceof Readable ? content : Readable.from([content]), true)
    }
  }
  const missingFilesText = `These files were no longer in the store:\n${missingPaths.join('\n')}\n`
  if (missingPaths.length > 0) await add('missing-files.txt', Readable.from([missingFilesText]))
  return { files: filePaths.length - missingPaths.length, missing: missingPaths.length }
}

async function openFile(
  disk: WriteCopyOptions['disk'],
  key: string,
  isKnown: boolean,
): Promise<Readable | null> {
  if (!isKnown) return null
  return disk.read(key).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'notFound') return null
    throw error
  })
}
