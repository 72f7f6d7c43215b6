import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { tellFailedUpload } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { FileRef, FilesField } from '@tahanan/contract/forms/fields.ts'
import { createUploads, type UploadItem, type Uploads, type UploadState, uploadState } from './uploads.ts'

/** Files above which a field is a list of names that takes many at once, not a row of pictures. */
export const MANY_FILES = 10

const refsOf = (items: readonly UploadItem[]) => items.flatMap(({ ref }) => ref ?? [])
const keysOf = (items: readonly UploadItem[]) =>
  refsOf(items)
    .map(({ url }) => url)
    .join()

/**
 * Uploads of one field's files. `onChange` gets the record's new value, `onState` whether an upload is under way or failed.
 */
export function useUploads(
  field: FilesField,
  initial: readonly FileRef[],
  onChange: (refs: FileRef[]) => void,
  onState: (state: UploadState) => void,
): Pick<Uploads, 'add' | 'retry' | 'remove'> & { items: readonly UploadItem[] } {
  // a list of many says it in the file's own line: nobody wants thirty dialogs
  const tellFailure = (name: string, problem: string): void => {
    if (field.max <= MANY_FILES) void tellFailedUpload(`${name}: ${problem}`)
  }
  const [uploads] = useState(() => createUploads(field, initial, tellFailure))
  const items = useStore(uploads)
  const tell = useEffectEvent((before: readonly UploadItem[]) => {
    const now = uploads.get()
    onState(uploadState(now))
    if (keysOf(now) !== keysOf(before)) onChange(refsOf(now))
    return now
  })
  useEffect(() => {
    let told = uploads.get()
    const stop = uploads.watch(() => {
      told = tell(told)
    })
    return () => {
      stop()
      uploads.close()
    }
  }, [uploads])

  return {
    items,
    retry: uploads.retry,
    remove: uploads.remove,
    add: (files) => {
      const chosen = files.slice(0, Math.max(0, field.max - uploads.get().length))
      if (chosen.length < files.length) toast.info(`At most ${field.max} files can be added.`)
      return uploads.add(chosen)
    },
  }
}
