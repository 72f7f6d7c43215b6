import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Area, Folder } from '@tahanan/contract/limits.ts'
import { afterAll } from 'vitest'
import type { Config } from '../../config.ts'
import { createTestPortal } from '../../testing/portal.ts'
import type { Db } from '../db/client.ts'
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

/** The portal listening on a free port, on a database and a disk of its own, for tests of files. */
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

/** Opens the portal for the tests of files in a file, and closes it after these. */
export async function openFilesPortal(
  overrides: Partial<Pick<Config, 'dataDir' | 's3'>> = {},
): Promise<FilesPortal> {
  const portal = await createFilesPortal(overrides)
  afterAll(portal.close)
  return portal
}

/** Opens the portal for a test that closes it itself. */
export async function createFilesPortal(
  overrides: Partial<Pick<Config, 'dataDir' | 's3'>> = {},
): Promise<FilesPortal> {
  const { app, db, services, as, close } = await createTestPortal(overrides)
  const { files } = services
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const make = {
    client: () => as('client'),
    admin: () => as('admin'),
    'super-admin': () => as('super-admin'),
  }
  return {
    address,
    db,
    files,
    close,
    async as(area) {
      const { id, token } = await make[area]()
      return createUploader(address, area, id, token)
    },
    async onDisk() {
      const entries = await readdir(dirname(files.incoming), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    },
    inTable: async () => (await db.selectFrom('files').select('key').execute()).map(({ key }) => key),
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
