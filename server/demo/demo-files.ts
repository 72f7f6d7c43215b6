import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import pLimit from 'p-limit'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { toDisplayName, createKey } from '#platform/files/store/file-key.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { UploadFolder } from '@tahanan/contract/limits.ts'

export interface FileContent {
  readonly extension: 'jpg' | 'webm' | 'pdf' | 'csv'
  readonly mime: string
  readonly bytes: Buffer
  readonly width?: number
  readonly height?: number
  readonly thumb?: Buffer
  readonly screen?: Buffer
}

export interface Uploader {
  readonly area: 'admin' | 'client'
  readonly id: number
}

/**
 * File of the demo. `setOwner` sets the record that owns it, when the record has been inserted and has an id.
 */
export interface DemoFile {
  readonly ref: FileRef
  setOwner(kind: string, id: number): void
}

/**
 * Maximum number of files that are written at the same time. Parallel writes are faster, because most time is
 * spent waiting for the disk.
 */
const MAX_PARALLEL_WRITES = 8

export type DemoFiles = ReturnType<typeof collectDemoFiles>

export function collectDemoFiles(files: Pick<FileStore, 'incoming' | 'put'>) {
  const addedFiles: { row: Insertable<DB['files']>; content: FileContent }[] = []
  const assets = new Map<string, Promise<FileContent>>()

  function addFile(
    folder: UploadFolder,
    name: string,
    content: FileContent,
    at: Date,
    by: Uploader,
  ): DemoFile {
    const key = createKey(folder, name, content.extension)
    const displayName = toDisplayName(name, content.extension)
    const row: Insertable<DB['files']> = {
      key,
      folder,
      name: displayName,
      mime: content.mime,
      bytes: content.bytes.length,
      width: content.width,
      height: content.height,
      has_thumb: content.thumb !== undefined,
      created_at: at,
      released_at: at,
      uploader_area: by.area,
      uploader_id: by.id,
    }
    addedFiles.push({ row, content })
    return {
      ref: { name: displayName, url: key },
      setOwner: (kind, id) => void Object.assign(row, { owner_kind: kind, owner_id: id }),
    }
  }

  async function addAsset(
    folder: UploadFolder,
    name: string,
    asset: string,
    at: Date,
    by: Uploader,
  ): Promise<DemoFile> {
    const contentPromise = assets.get(asset) ?? loadAsset(asset)
    assets.set(asset, contentPromise)
    return addFile(folder, name, await contentPromise, at, by)
  }

  async function storeFiles(tx: Tx): Promise<void> {
    const limit = pLimit(MAX_PARALLEL_WRITES)
    await Promise.all(addedFiles.map(({ row, content }) => limit(() => storeFile(files, row.key, content))))
    await tx
      .insertInto('files')
      .values(addedFiles.map(({ row }) => row))
      .execute()
  }

  return { add: addFile, addAsset, store: storeFiles }
}

const ASSETS = join(import.meta.dirname, 'assets')
const MIME_TYPES = { jpg: 'image/jpeg', webm: 'video/webm', pdf: 'application/pdf' } as const
const MEDIA_SIZES = { jpg: { width: 1280, height: 960 }, webm: { width: 640, height: 480 }, pdf: {} }

const readAsset = (file: string): Promise<Buffer> => readFile(join(ASSETS, file))

export async function loadAsset(name: string): Promise<FileContent> {
  const [, stem, fileExtension] = /^(.+)\.(jpg|webm|pdf)$/.exec(name) ?? []
  const extension = fileExtension === 'webm' || fileExtension === 'pdf' ? fileExtension : 'jpg'
  const content = {
    extension,
    mime: MIME_TYPES[extension],
    bytes: await readAsset(name),
    ...MEDIA_SIZES[extension],
  } as const
  if (extension !== 'jpg') return content
  return {
    ...content,
    thumb: await readAsset(`${stem}.thumb.webp`),
    screen: await readAsset(`${stem}.screen.webp`),
  }
}

async function storeFile(
  files: Pick<FileStore, 'incoming' | 'put'>,
  key: string,
  content: FileContent,
): Promise<void> {
  const temporaryPath = join(files.incoming, randomUUID())
  const writeTemporaryFile = async (bytes: Buffer, suffix: string): Promise<string> => {
    await writeFile(`${temporaryPath}${suffix}`, bytes, { mode: 0o600 })
    return `${temporaryPath}${suffix}`
  }
  const wholePath = await writeTemporaryFile(content.bytes, '')
  const thumbPath = content.thumb && (await writeTemporaryFile(content.thumb, '.thumb'))
  const screenPath = content.screen && (await writeTemporaryFile(content.screen, '.screen'))
  await files.put({
    key,
    temporaryPath: wholePath,
    sizes: thumbPath === undefined ? undefined : { thumb: thumbPath, screen: screenPath },
  })
}
