import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storePdfs } from '@tahanan/server/features/imports/store-pdfs.ts'
import { openDatabase, type DatabaseClient } from '@tahanan/server/platform/db/client.ts'
import { isDatabaseUnavailable } from '@tahanan/server/platform/db/is-database-unavailable.ts'
import { createTestDatabase, type TestDatabase } from '@tahanan/server/platform/db/testing.ts'
import {
  createSamplePdf,
  createSamplePicture,
} from '@tahanan/server/platform/files/content/testing-samples.ts'
import { saveFile } from '@tahanan/server/platform/files/save-file.ts'
import { createFileStore, type FileStore } from '@tahanan/server/platform/files/store/file-store.ts'
import { createTestAdmin } from '@tahanan/server/testing/accounts.ts'

// Tests the hardest case of fault 1 in docs/reliability.md: the connection breaks after the commit, but
// before the portal gets the database's response. The portal cannot know whether its rows exist, so it must
// not delete their files.

function createAnswerDroppingProxy(folder: string, target: string) {
  let targetQuery: string | undefined
  const sockets = new Set<Socket>()
  const server = createServer((clientSocket) => {
    const serverSocket = connect(target)
    let isQuerySent = false
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    clientSocket.on('data', (data) => {
      if (targetQuery !== undefined && data.includes(targetQuery)) isQuerySent = true
      serverSocket.write(data)
    })
    serverSocket.on('data', (data) => (isQuerySent ? clientSocket.destroy() : clientSocket.write(data)))
    clientSocket.on('close', () => serverSocket.destroy())
    serverSocket.on('close', () => clientSocket.destroy())
  })
  return {
    listen: () => new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve)),
    dropAnswerTo: (query: string) => (targetQuery = query),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

let database: TestDatabase
let folder: string
let proxy: ReturnType<typeof createAnswerDroppingProxy>
let client: DatabaseClient
let store: FileStore
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tahanan-cut-'))
  const url = new URL(database.connectionString)
  proxy = createAnswerDroppingProxy(folder, join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  await proxy.listen()
  url.searchParams.set('host', folder)
  client = openDatabase({ connectionString: url.href, poolSize: 1 })
  store = await createFileStore({ dataDir: folder, reserveBytes: 0 }, database.db)
})
afterEach(async () => {
  await client.close()
  proxy.close()
  await database.destroy()
  await rm(folder, { recursive: true, force: true })
})

const listFilesOfRows = async () =>
  (await database.db.selectFrom('files').select('key').execute()).map(({ key }) => key)
const listFilesOnDisk = async (uploadFolder: string) =>
  (await readdir(join(folder, 'files', uploadFolder)))
    .filter((name) => !/\.(thumb|screen)\./.test(name))
    .map((name) => `${uploadFolder}/${name}`)

test('an upload whose committed row was not acknowledged keeps its file', async () => {
  proxy.dropAnswerTo('insert into "files"')
  const error: unknown = await saveFile(client.db, store, {
    folder: 'images',
    name: 'slip',
    content: Readable.from([await createSamplePicture('png')]),
    uploader: { area: 'client', id: 1 },
  }).catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error), String(error)).toBe(true)
  const fileRows = await listFilesOfRows()
  expect(fileRows).toHaveLength(1)
  expect(await listFilesOnDisk('images')).toEqual(fileRows)
})

test('PDFs of an import whose committed rows were not acknowledged keep their files', async () => {
  const admin = await createTestAdmin(database.db)
  const { id: importId } = await database.db
    .insertInto('statement_imports')
    .values({ uniq_id: 'cut', admin_id: admin.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pdfContent = await createSamplePdf()
  const path = join(store.incoming, 'one')
  await writeFile(path, pdfContent)
  proxy.dropAnswerTo('commit')
  const error: unknown = await storePdfs(client.db, store, { importId, adminId: admin.id }, [
    {
      originalName: 'A-101.pdf',
      name: 'a-101',
      path,
      bytes: pdfContent.length,
      sha256: createHash('sha256').update(pdfContent).digest(),
    },
  ]).catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error), String(error)).toBe(true)
  const fileRows = await listFilesOfRows()
  expect(fileRows).toHaveLength(1)
  expect(await listFilesOnDisk('soa/pdf')).toEqual(fileRows)
})
