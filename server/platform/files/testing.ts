import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import type { Area, Folder } from '@tahanan/contract/limits.ts'
import fastify from 'fastify'
import { afterAll } from 'vitest'
import { loadConfig } from '../../config.ts'
import type { S3Config } from '../config.ts'
import { createTestDatabase } from '../db/testing.ts'
import type { Db } from '../db/client.ts'
import { readJsonBodies } from '../http/body-parser.ts'
import { answerErrors } from '../http/error-answers.ts'
import { requireSessions } from '../http/session.ts'
import { createValidatorCompiler } from '../http/validation.ts'
import { createMailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'
import { sessionsOf } from '../../features/sessions/find-session.ts'
import { createSession } from '../../features/sessions/sessions.ts'
import type { FileReaders } from './access.ts'
import { fileDownloads } from './downloads.ts'
import { fileRoutes } from './routes.ts'
import { createFileStore } from './store/store.ts'
import type { FileStore } from './store/store.ts'

/** Somebody with a session, who uploads and asks for links over real HTTP. */
export interface Uploader {
  readonly area: Area
  readonly id: number
  readonly token: string
  upload(folder: Folder | (string & {}), content: Uint8Array | string, name?: string): Promise<UploadAnswer>
  /** A link to a file, from `GET /file?name=`. */
  ask(key: string): Promise<{ status: number; url?: string }>
}

interface UploadAnswer {
  readonly status: number
  readonly key: string
  readonly location: string
  readonly name: string
  readonly thumb?: string
  readonly screen?: string
  readonly message: string
  readonly errors?: Record<string, string[]>
}

/** The calls and downloads of files alone, listening on a free port, on a database and a disk of their own. */
export interface FilesPortal {
  readonly address: string
  readonly db: Db
  readonly files: FileStore
  as(area: Area): Promise<Uploader>
  /** Everything that lies in the store, finished or not. */
  onDisk(): Promise<string[]>
  /** Keys of the rows in `files`. */
  inTable(): Promise<string[]>
  close(): Promise<void>
}

interface FilesPortalOptions {
  readonly readers?: FileReaders
  readonly s3?: S3Config
  /** Made when it is not given. */
  readonly dataDir?: string
  readonly reserveBytes?: number
}

/** Opens the calls of files for the tests of a file, and closes them after these. */
export async function openFilesPortal(options: FilesPortalOptions = {}): Promise<FilesPortal> {
  const portal = await createFilesPortal(options)
  afterAll(portal.close)
  return portal
}

/** Opens the calls of files for a test that closes them itself. */
export async function createFilesPortal(options: FilesPortalOptions = {}): Promise<FilesPortal> {
  const database = await createTestDatabase()
  const { db, pool } = database
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tahanan-files-')))
  const files = await createFileStore(
    { dataDir, s3: options.s3, reserveBytes: options.reserveBytes ?? 0 },
    db,
  )
  const app = fastify({ logger: { level: 'silent' } }).withTypeProvider<TypeBoxTypeProvider>()
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'false' })
  const relay = { wake() {}, start() {}, stop: () => Promise.resolve(), drain: () => Promise.resolve() }
  const mailer = createMailer({ config, log: app.log })
  const services: Services = {
    config,
    db,
    pool,
    files,
    relay,
    mailer,
    log: app.log,
  }
  app.setValidatorCompiler(createValidatorCompiler())
  answerErrors(app)
  readJsonBodies(app)
  requireSessions(app, services, sessionsOf(db))
  fileDownloads(app, services)
  await app.register(
    async (api) => {
      fileRoutes(api, services, options.readers ?? {})
    },
    { prefix: '/api' },
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    address,
    db,
    files,
    async as(area) {
      const id = await makeAccount(db, area)
      const { token } = await createSession(db, area, id)
      return createUploader(address, area, id, token)
    },
    async onDisk() {
      const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    },
    inTable: async () => (await db.selectFrom('files').select('key').execute()).map(({ key }) => key),
    async close() {
      await app.close()
      await database.destroy()
      await rm(options.dataDir ? join(dataDir, 'files') : dataDir, { recursive: true, force: true })
    },
  }
}

function createUploader(address: string, area: Area, id: number, token: string): Uploader {
  const authorization = `Bearer ${token}`
  return {
    area,
    id,
    token,
    async upload(folder, content, name = 'picture.png') {
      const form = new FormData()
      form.append('url', `${folder}/${name}`)
      form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
      const answer = await fetch(`${address}/api/file`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      })
      return { ...((await answer.json()) as Omit<UploadAnswer, 'status'>), status: answer.status }
    },
    async ask(key) {
      const answer = await fetch(`${address}/api/file?name=${encodeURIComponent(key)}`, {
        headers: { authorization },
      })
      return { ...((await answer.json()) as { url?: string }), status: answer.status }
    },
  }
}

let accounts = 0

async function makeAccount(db: Db, area: Area): Promise<number> {
  const n = ++accounts
  const person = { name: `Person ${n}`, email: `person-${n}@example.test`, password_hash: 'never logs in' }
  const { id } =
    area === 'client'
      ? await db
          .insertInto('tenants')
          .values({ client_code: `T-${n}` })
          .returning('id')
          .executeTakeFirstOrThrow()
      : area === 'admin'
        ? await db
            .insertInto('admins')
            .values({ ...person, roles: JSON.stringify(makeRoles('all')) })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await db.insertInto('super_admins').values(person).returning('id').executeTakeFirstOrThrow()
  return id
}
