import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Config } from '#boot/config.ts'
import type { UntypedBody } from '#testing/callers.ts'
import { createTestPortal } from '#testing/portal.ts'
import type { UploadedFile } from '@tahanan/contract/answers.ts'
import type { Area, UploadFolder } from '@tahanan/contract/limits.ts'

type Overrides = Partial<Pick<Config, 'dataDir' | 's3'>>

export async function openFilesPortal(overrides: Overrides = {}) {
  const portal = await createFilesPortal(overrides)
  afterAll(portal.close)
  return portal
}

export async function createFilesPortal(overrides: Overrides = {}) {
  const { app, db, services, as, close } = await createTestPortal(overrides)
  const { files } = services
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const createAccountByArea = {
    client: () => as('client'),
    admin: () => as('admin'),
    'super-admin': () => as('super-admin'),
  }
  return {
    address,
    db,
    files,
    close,
    async as(area: Area) {
      const { id, token } = await createAccountByArea[area]()
      return createUploader(address, area, id, token)
    },
    async listOnDisk() {
      const entries = await readdir(dirname(files.incoming), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name))
    },
    listInTable: async () => (await db.selectFrom('files').select('key').execute()).map(({ key }) => key),
  }
}

export type Uploader = ReturnType<typeof createUploader>

function createUploader(address: string, area: Area, id: number, token: string) {
  const callFileApi = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${address}/api/file${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  return {
    area,
    id,
    token,
    async upload(folder: UploadFolder | (string & {}), content: Uint8Array | string, name = 'picture.png') {
      const form = new FormData()
      form.append('url', `${folder}/${name}`)
      form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
      const uploadResponse = await callFileApi('', { method: 'POST', body: form })
      return {
        ...((await uploadResponse.json()) as UploadedFile & UntypedBody),
        status: uploadResponse.status,
      }
    },
    async post(body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) {
      const headers = { 'content-type': type }
      const postResponse = await callFileApi('', { method: 'POST', headers, body: new Uint8Array(body) })
      await postResponse.arrayBuffer()
      return postResponse.status
    },
    async requestLink(key: string) {
      const linkResponse = await callFileApi(`?name=${encodeURIComponent(key)}`)
      return { ...((await linkResponse.json()) as { url?: string }), status: linkResponse.status }
    },
  }
}

export const BOUNDARY = 'x-the-boundary-x'
export const createPart = (headers: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
export const END = Buffer.from(`--${BOUNDARY}--\r\n`)
