import pLimit from 'p-limit'
import { ApiError } from '#lib/api/api.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { createRandomName } from '#lib/create-random-name.ts'
import { createStore, type Store } from '#lib/store.ts'
import type { FileRef, FilesField } from '@tahanan/contract/forms/fields.ts'
import { getAcceptedFiles } from '@tahanan/contract/limits.ts'
import { reducePicture } from './reduce-picture.ts'

/**
 * File of an upload field. It is uploading (`progress` 0 to 1), has failed (`problem`), or is stored on the
 * server (`ref`).
 */
export interface UploadItem {
  id: number
  name: string
  /** URL that shows the file: a signed link, or an object URL of a newly chosen file. */
  src: string
  thumb?: string
  file?: File
  progress?: number
  problem?: string
  ref?: FileRef
}

export interface UploadState {
  busy: boolean
  failed: boolean
}

export interface Uploads extends Pick<Store<readonly UploadItem[]>, 'get' | 'watch'> {
  add: (files: readonly File[]) => readonly UploadItem[]
  retry: (id: number) => void
  remove: (id: number) => void
  /** Cancels all uploads and revokes their object URLs. Must be called when the form closes. */
  close: () => void
}

let nextId = 1

// Only a few uploads run at the same time, so that the browser has free connections for the rest of the page.
const MAX_PARALLEL_UPLOADS = 3

export function createUploads(
  { folder, namePrefix, accept }: Pick<FilesField, 'folder' | 'namePrefix' | 'accept'>,
  initialFiles: readonly FileRef[] = [],
  onFail?: (name: string, problem: string) => void,
): Uploads {
  const items = createStore<readonly UploadItem[]>(
    initialFiles.map((ref) => ({ id: nextId++, name: ref.name, src: ref.src ?? '', thumb: ref.thumb, ref })),
  )
  const runningUploads = new Map<number, AbortController>()
  const limit = pLimit(MAX_PARALLEL_UPLOADS)
  const { maxBytes, label } = getAcceptedFiles(accept)
  const updateItem = (id: number, change: Partial<UploadItem>): void =>
    // Only existing items are changed, so that an item that was removed meanwhile does not come back.
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...change } : item)))

  const uploadItem = async (id: number, chosenFile: File): Promise<void> => {
    const abortController = new AbortController()
    runningUploads.set(id, abortController)
    updateItem(id, { progress: 0, problem: undefined })
    try {
      const file = await reducePicture(chosenFile)
      // Checked before the upload, so that a file that is too large uses no mobile data.
      if (file.size > maxBytes)
        throw new ApiError(400, `This is too large. The limit is ${maxBytes / 1024 / 1024} MB (${label}).`)
      const renamedFile = new File([file], createUploadName(namePrefix, file.name), { type: file.type })
      const { key, location } = await limit(() =>
        uploadFile(folder, renamedFile, {
          signal: abortController.signal,
          onProgress: (progress) => updateItem(id, { progress }),
        }),
      )
      updateItem(id, { progress: undefined, ref: { name: chosenFile.name, url: key, src: location } })
    } catch (failure) {
      if (abortController.signal.aborted) return
      const problemText = failure instanceof ApiError ? failure.message : 'The file could not be sent.'
      updateItem(id, { progress: undefined, problem: problemText })
      if (!(failure instanceof ApiError && failure.isShown)) onFail?.(chosenFile.name, problemText)
    }
  }
  const stopUpload = ({ id, file, src }: UploadItem): void => {
    runningUploads.get(id)?.abort()
    if (file) URL.revokeObjectURL(src)
  }
  return {
    get: items.get,
    watch: items.watch,
    add: (files) => {
      if (files.length === 0) return []
      const newItems = files.map((file) => ({
        id: nextId++,
        name: file.name,
        src: URL.createObjectURL(file),
        file,
        progress: 0,
      }))
      items.set([...items.get(), ...newItems])
      for (const { id, file } of newItems) void uploadItem(id, file)
      return items.get().slice(-newItems.length)
    },
    retry: (id) => {
      const file = items.get().find((item) => item.id === id)?.file
      if (file) void uploadItem(id, file)
    },
    remove: (id) => {
      items
        .get()
        .filter((item) => item.id === id)
        .forEach(stopUpload)
      items.set(items.get().filter((item) => item.id !== id))
    },
    close: () => items.get().forEach(stopUpload),
  }
}

export function getUploadState(items: readonly UploadItem[]): UploadState {
  return {
    busy: items.some(({ progress }) => progress !== undefined),
    failed: items.some(({ problem }) => problem !== undefined),
  }
}

/**
 * Returns the name under which a file is stored: the field's prefix, a unique id and the file's extension
 * (rules 5.27).
 */
export function createUploadName(prefix: string, original: string): string {
  const fileExtension = /\.[a-z0-9]{1,8}$/i.exec(original)?.[0].toLowerCase() ?? ''
  return `${prefix}${createRandomName()}${fileExtension}`
}
