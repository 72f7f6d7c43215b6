import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folder } from '@tahanan/contract/limits.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Insertable } from 'kysely'
import type { DB } from '../platform/db/generated.ts'
import { displayName, makeKey } from '../platform/files/store/keys.ts'
import type { FileStore } from '../platform/files/store/store.ts'
import type { MadeFile } from './pictures/album.ts'

export type FileRow = Insertable<DB['files']>

/** Who put a file there and which record names it. */
export type FileBelonging = Pick<FileRow, 'uploader_area' | 'uploader_id' | 'owner_kind' | 'owner_id'>

/** A file that has its key, but no row yet: the record that owns it has no id before it is inserted. */
export interface ChestFile {
  ref: FileRef
  row(belonging: FileBelonging): FileRow
}

/** Puts what the demo made into the file store, as uploads do: one key, one file, one owner. */
export interface FileChest {
  add(folder: Folder, name: string, made: MadeFile, at: Date): ChestFile
  /** Writes what was added. The rows are the caller's, in its transaction; files without one are swept after a day. */
  store(): Promise<void>
}

/** Waiting for the disk is most of the work, so several are written at once. */
const AT_ONCE = 8

export function openChest(files: Pick<FileStore, 'incoming' | 'put'>): FileChest {
  const waiting: { key: string; made: MadeFile }[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await put(files, next.key, next.made)
  }
  return {
    add(folder, name, made, at) {
      const key = makeKey(folder, name, made.extension)
      const shown = displayName(name, made.extension)
      waiting.push({ key, made })
      return {
        ref: { name: shown, url: key },
        row: (belonging) => ({
          key,
          folder,
          name: shown,
          mime: made.mime,
          bytes: made.bytes.length,
          width: made.width ?? null,
          height: made.height ?? null,
          has_thumb: made.thumb !== undefined,
          created_at: at,
          released_at: at,
          ...belonging,
        }),
      }
    },
    async store() {
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    },
  }
}

async function put(files: Pick<FileStore, 'incoming' | 'put'>, key: string, made: MadeFile): Promise<void> {
  const temporary = join(files.incoming, randomUUID())
  const written: string[] = []
  const write = async (bytes: Buffer, ending: string): Promise<string> => {
    const path = `${temporary}${ending}`
    written.push(path)
    await writeFile(path, bytes, { mode: 0o600 })
    return path
  }
  try {
    const whole = await write(made.bytes, '')
    const thumb = made.thumb && (await write(made.thumb, '.thumb'))
    const screen = made.screen && (await write(made.screen, '.screen'))
    await files.put(key, whole, thumb === undefined ? undefined : { thumb, screen })
  } finally {
    await Promise.all(written.map((path) => rm(path, { force: true })))
  }
}
