import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import pLimit from 'p-limit'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { displayName, makeKey } from '#platform/files/store/keys.ts'
import type { FileStore } from '#platform/files/store/store.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Folder } from '@tahanan/contract/limits.ts'

/** A file as it goes into the file store. */
export interface MadeFile {
  readonly extension: 'jpg' | 'webm' | 'pdf' | 'csv'
  readonly mime: string
  readonly bytes: Buffer
  readonly width?: number
  readonly height?: number
  /** The smaller pictures of an image, as an upload makes them. */
  readonly thumb?: Buffer
  readonly screen?: Buffer
}

export interface Uploader {
  readonly area: 'admin' | 'client'
  readonly id: number
}

/** A file that has its key; the record that owns it is told once it has an id. */
export interface ChestFile {
  readonly ref: FileRef
  belongTo(kind: string, id: number): void
}

/** Waiting for the disk is most of the work, so several are written at once. */
const AT_ONCE = 8

export type FileChest = ReturnType<typeof openChest>

/** Puts what the demo brings into the file store, as uploads do: one key, one file, one owner. */
export function openChest(files: Pick<FileStore, 'incoming' | 'put'>) {
  const added: { row: Insertable<DB['files']>; made: MadeFile }[] = []
  const assets = new Map<string, Promise<MadeFile>>()

  function add(folder: Folder, name: string, made: MadeFile, at: Date, by: Uploader): ChestFile {
    const key = makeKey(folder, name, made.extension)
    const shown = displayName(name, made.extension)
    const row: Insertable<DB['files']> = {
      key,
      folder,
      name: shown,
      mime: made.mime,
      bytes: made.bytes.length,
      width: made.width,
      height: made.height,
      has_thumb: made.thumb !== undefined,
      created_at: at,
      released_at: at,
      uploader_area: by.area,
      uploader_id: by.id,
    }
    added.push({ row, made })
    return {
      ref: { name: shown, url: key },
      belongTo: (kind, id) => void Object.assign(row, { owner_kind: kind, owner_id: id }),
    }
  }

  /** Adds a picture or the film of `assets/`. */
  async function addAsset(
    folder: Folder,
    name: string,
    asset: string,
    at: Date,
    by: Uploader,
  ): Promise<ChestFile> {
    const made = assets.get(asset) ?? readAsset(asset)
    assets.set(asset, made)
    return add(folder, name, await made, at, by)
  }

  /** Writes what was added, and its rows. A file without an owner is swept after a day. */
  async function store(tx: Tx): Promise<void> {
    const limit = pLimit(AT_ONCE)
    await Promise.all(added.map(({ row, made }) => limit(() => put(files, row.key, made))))
    await tx
      .insertInto('files')
      .values(added.map(({ row }) => row))
      .execute()
  }

  return { add, addAsset, store }
}

const ASSETS = join(import.meta.dirname, 'assets')
const MIMES = { jpg: 'image/jpeg', webm: 'video/webm', pdf: 'application/pdf' } as const
/** All pictures are of one size, and there is one film. */
const SIZES = { jpg: { width: 1280, height: 960 }, webm: { width: 640, height: 480 }, pdf: {} }

const read = (file: string): Promise<Buffer> => readFile(join(ASSETS, file))

/** Reads a file of `assets/`, of a picture with its smaller sizes. */
export async function readAsset(name: string): Promise<MadeFile> {
  const [, stem, ending] = /^(.+)\.(jpg|webm|pdf)$/.exec(name) ?? []
  const extension = ending === 'webm' || ending === 'pdf' ? ending : 'jpg'
  const made = { extension, mime: MIMES[extension], bytes: await read(name), ...SIZES[extension] } as const
  if (extension !== 'jpg') return made
  return { ...made, thumb: await read(`${stem}.thumb.webp`), screen: await read(`${stem}.screen.webp`) }
}

async function put(files: Pick<FileStore, 'incoming' | 'put'>, key: string, made: MadeFile): Promise<void> {
  const temporary = join(files.incoming, randomUUID())
  const write = async (bytes: Buffer, ending: string): Promise<string> => {
    await writeFile(`${temporary}${ending}`, bytes, { mode: 0o600 })
    return `${temporary}${ending}`
  }
  const whole = await write(made.bytes, '')
  const thumb = made.thumb && (await write(made.thumb, '.thumb'))
  const screen = made.screen && (await write(made.screen, '.screen'))
  await files.put({ key, temporary: whole, sizes: thumb === undefined ? undefined : { thumb, screen } })
}
