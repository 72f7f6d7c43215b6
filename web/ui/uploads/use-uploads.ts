import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import type { FileRef, FilesField } from '@tahanan/contract/forms/fields.ts'
import pLimit from 'p-limit'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api/api.ts'
import { uploadFile } from '../../lib/api/upload.ts'
import { inform } from '../overlays/dialogs.ts'
import { toast } from '../overlays/toast.tsx'
import { uploadName } from './upload-name.ts'

/** A file of a form: on its way (`progress` 0 to 1), refused, or kept by the server (`ref`). */
export interface UploadItem {
  id: number
  name: string
  /** Shows it: a link of the server, or of this browser for one just chosen. */
  src: string
  thumb?: string
  progress?: number
  problem?: string
  ref?: FileRef
}

/** State of all uploads of a form, for submitting it. */
export interface UploadState {
  /** Some are still on their way. */
  busy: boolean
  /** Some failed, and were neither tried again nor removed. */
  failed: boolean
}

interface Uploads {
  items: readonly UploadItem[]
  add: (files: readonly File[]) => void
  retry: (id: number) => void
  /** Also stops one that is on its way. */
  remove: (id: number) => void
}

/** Files above which a field is a list of names that takes many at once, not a row of pictures. */
export const MANY_FILES = 10

let nextId = 1

// the browser's connections are shared with everything else on the page
const AT_ONCE = 3

/**
 * The files of one field. Each is uploaded as soon as it is chosen; `onChange` gets the record's new value, `onState` whether an
 * upload is under way or failed. Object URLs are revoked when the form closes.
 */
export function useUploads(
  field: FilesField,
  initial: readonly FileRef[],
  onChange: (refs: FileRef[]) => void,
  onState: (state: UploadState) => void,
): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>(() =>
    initial.map((ref) => ({ id: nextId++, name: ref.name, src: ref.src ?? '', thumb: ref.thumb, ref })),
  )
  const now = useRef(items)
  const sources = useRef(new Map<number, { file: File; stop: AbortController }>())
  const [limit] = useState(() => pLimit(AT_ONCE))

  useEffect(() => {
    const running = sources.current
    return () => {
      for (const { stop } of running.values()) stop.abort()
      for (const { src } of now.current) if (src.startsWith('blob:')) URL.revokeObjectURL(src)
    }
  }, [])

  const become = (next: readonly UploadItem[]): void => {
    const before = now.current
    now.current = next
    setItems(next)
    onState({
      busy: next.some(({ progress }) => progress !== undefined),
      failed: next.some(({ problem }) => problem !== undefined),
    })
    const refs = (all: readonly UploadItem[]) => all.flatMap(({ ref }) => ref ?? [])
    const kept = refs(next)
    if (
      kept.map(({ url }) => url).join() !==
      refs(before)
        .map(({ url }) => url)
        .join()
    )
      onChange(kept)
  }
  const patch = (id: number, change: Partial<UploadItem>): void => {
    // one that was removed meanwhile stays removed
    become(now.current.map((item) => (item.id === id ? { ...item, ...change } : item)))
  }

  const fail = (id: number, file: File, problem: string): void => {
    patch(id, { progress: undefined, problem })
    // a list of many says it in the file's own line: nobody wants thirty dialogs
    if (field.max <= MANY_FILES)
      void inform('error', 'This is an error message for uploading images', `${file.name}: ${problem}`)
  }

  const send = async (id: number, file: File): Promise<void> => {
    const stop = new AbortController()
    sources.current.set(id, { file, stop })
    patch(id, { progress: 0, problem: undefined })
    try {
      const renamed = new File([file], uploadName(field.namePrefix, file.name), { type: file.type })
      const { key, location } = await limit(() =>
        uploadFile(field.folder, renamed, {
          signal: stop.signal,
          onProgress: (progress) => patch(id, { progress }),
        }),
      )
      patch(id, { progress: undefined, ref: { name: file.name, url: key, src: location } })
    } catch (failure) {
      if (stop.signal.aborted) return
      const problem = failure instanceof ApiError ? failure.message : 'The file could not be sent.'
      fail(id, file, problem)
    }
  }

  const add = (files: readonly File[]): void => {
    const room = field.max - now.current.length
    const chosen = files.slice(0, Math.max(0, room)).map((file) => ({ id: nextId++, file }))
    if (chosen.length < files.length) toast.info(`At most ${field.max} files can be added.`)
    become([
      ...now.current,
      ...chosen.map(({ id, file }) => ({ id, name: file.name, src: URL.createObjectURL(file), progress: 0 })),
    ])
    for (const { id, file } of chosen) {
      const { maxBytes, label } = FILE_KINDS[field.accept]
      if (file.size > maxBytes) {
        // said before megabytes of mobile data are spent on it
        const problem = `This is too large. The limit is ${maxBytes / 1024 / 1024} MB (${label}).`
        fail(id, file, problem)
      } else void send(id, file)
    }
  }

  return {
    items,
    add,
    retry: (id) => {
      const source = sources.current.get(id)
      if (source) void send(id, source.file)
    },
    remove: (id) => {
      sources.current.get(id)?.stop.abort()
      sources.current.delete(id)
      const gone = now.current.find((item) => item.id === id)
      if (gone?.src.startsWith('blob:')) URL.revokeObjectURL(gone.src)
      become(now.current.filter((item) => item.id !== id))
    },
  }
}
