import { type DragEvent as ReactDragEvent, useState } from 'react'
import { showUploadFailure } from '#ui/overlays/failures.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { ERRORS } from '@tahanan/contract/errors.ts'
import { type FileKind, getAcceptedFiles } from '@tahanan/contract/limits.ts'

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

export function useFileDrop(onDrop: (data: DataTransfer) => void) {
  const [isDragOver, setDragOver] = useState(false)
  const dropHandlers = {
    onDragOver: (event: ReactDragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setDragOver(true)
    },
    onDragLeave: () => setDragOver(false),
    onDrop: (event: ReactDragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setDragOver(false)
      onDrop(event.dataTransfer)
    },
  }
  return { over: isDragOver, dropping: dropHandlers }
}

/**
 * Prevents the browser from opening a file that is dropped next to a field, because this would leave the
 * page.
 */
export function preventFileDrops(): void {
  addEventListener('dragover', (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault()
  })
  addEventListener('drop', (event) => {
    if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
    event.preventDefault()
    toast.info('Nothing was added. Drop files on the field that takes them.')
  })
}

/** Returns the files whose type is accepted. A dialog lists the rejected files (rules 6.8). */
export function filterAcceptedFiles(
  files: readonly File[],
  acceptedKinds: FileKind | readonly FileKind[],
): File[] {
  const { mimes, label } = getAcceptedFiles(acceptedKinds)
  const refusedFiles = files.filter((file) => !mimes.includes(file.type || getMimeType(file.name)))
  if (refusedFiles.length > 0) {
    const names = refusedFiles.map(({ name }) => name).join(', ')
    const needsHeicAdvice = mimes.includes('image/jpeg') && refusedFiles.every((file) => isHeic(file))
    const refusalReason = needsHeicAdvice
      ? HEIC_ADVICE
      : `This kind of file is not accepted here. Accepted: ${label}.`
    void showUploadFailure(`${names}: ${refusalReason}`)
  }
  return files.filter((file) => !refusedFiles.includes(file))
}

export const HEIC_ADVICE = ERRORS.heicPicture[1]

export const isHeic = (file: File): boolean => /^image\/hei[cf]/.test(file.type || getMimeType(file.name))

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
}

/** Returns the MIME type for a file extension, because some systems report none. */
export const getMimeType = (name: string): string =>
  MIME_TYPES[name.toLowerCase().split('.').pop() ?? ''] ?? ''
