import { useEffect, useEffectEvent, useState } from 'react'
import { formatCount } from '#lib/format-number.ts'
import { useStore } from '#lib/use-store.ts'
import { showUploadFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { FileRef, FilesField } from '@tahanan/contract/forms/fields.ts'
import { filterAcceptedFiles } from './file-drop.ts'
import { createUploads, type UploadItem, type Uploads, type UploadState, getUploadState } from './uploads.ts'

/** Number of files above which a field lists their names instead of showing pictures. */
export const MANY_FILES = 10

const getFileRefs = (items: readonly UploadItem[]) => items.flatMap(({ ref }) => ref ?? [])
const getFileKeys = (items: readonly UploadItem[]) =>
  getFileRefs(items)
    .map(({ url }) => url)
    .join()

export function useUploads(
  field: FilesField,
  initialFiles: readonly FileRef[],
  onChange: (refs: FileRef[]) => void,
  onState: (state: UploadState) => void,
): Pick<Uploads, 'add' | 'retry' | 'remove'> & { items: readonly UploadItem[] } {
  // A field with many files shows failed uploads in its list, because a dialog for each would be too much.
  const showUploadProblem = (name: string, problem: string): void => {
    if (field.max <= MANY_FILES) void showUploadFailure(`${name}: ${problem}`)
  }
  const [uploads] = useState(() => createUploads(field, initialFiles, showUploadProblem))
  const items = useStore(uploads)
  const reportChanges = useEffectEvent((previousItems: readonly UploadItem[]) => {
    const now = uploads.get()
    onState(getUploadState(now))
    if (getFileKeys(now) !== getFileKeys(previousItems)) onChange(getFileRefs(now))
    return now
  })
  const resetState = useEffectEvent(() => onState({ busy: false, failed: false }))
  useEffect(() => {
    let previousItems = uploads.get()
    const stopWatching = uploads.watch(() => {
      previousItems = reportChanges(previousItems)
    })
    return () => {
      stopWatching()
      uploads.close()
      // Otherwise the form would stay busy for an upload whose field is gone.
      resetState()
    }
  }, [uploads])

  return {
    items,
    retry: uploads.retry,
    remove: uploads.remove,
    add: (files) => {
      const acceptedFiles = filterAcceptedFiles(files, field.accept)
      const filesToUpload = acceptedFiles.slice(0, Math.max(0, field.max - uploads.get().length))
      if (filesToUpload.length < acceptedFiles.length)
        toast.info(`At most ${formatCount(field.max, 'file', 'files')} can be added.`)
      return uploads.add(filesToUpload)
    },
  }
}
