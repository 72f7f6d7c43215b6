import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { UPLOAD_FOLDERS, type FileKind, type UploadFolder } from '@tahanan/contract/limits.ts'
import { PortalError } from '../../errors.ts'
import { describeAcceptedKinds, getExtension, getFileKind, type FileExtension } from '../store/file-key.ts'
import { isPlainText } from './is-plain-text.ts'

const CANONICAL_MIME_TYPES: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/**
 * Detects the type of a file from its content, never from its name (rules 6.3). Throws 415 if the folder does
 * not accept this type.
 */
export async function detectFileType(path: string, folder: UploadFolder): Promise<FileExtension> {
  if (isForText(folder)) {
    const acceptsMarkup = isKindAccepted(folder, 'bankFile')
    if (await isPlainText(path, acceptsMarkup)) return acceptsMarkup ? 'txt' : 'csv'
    throw new PortalError('wrongFileType', {
      placeholders: {
        accepted: `${describeAcceptedKinds(folder)}, not a workbook or a PDF. Save it as CSV first`,
      },
    })
  }
  const mime = (await fileTypeFromFile(path))?.mime
  return requireExtension(
    folder,
    mime ?? (isKindAccepted(folder, 'pdf') && (await hasPdfHeader(path)) ? PDF_MIME_TYPE : undefined),
  )
}

export async function detectTypeFromHead(
  head: Buffer,
  folder: UploadFolder,
): Promise<FileExtension | undefined> {
  if (isForText(folder)) return undefined
  const detectedType = await fileTypeFromBuffer(head)
  return detectedType && requireExtension(folder, detectedType.mime)
}

export function createNotAcceptedError(folder: UploadFolder): PortalError {
  return new PortalError('wrongFileType', { placeholders: { accepted: describeAcceptedKinds(folder) } })
}

function isKindAccepted(folder: UploadFolder, kind: FileKind): boolean {
  return (UPLOAD_FOLDERS[folder].kinds as readonly FileKind[]).includes(kind)
}

const isForText = (folder: UploadFolder): boolean =>
  isKindAccepted(folder, 'csv') || isKindAccepted(folder, 'bankFile')

const PDF_MIME_TYPE = 'application/pdf'
/**
 * Maximum number of bytes before the header of a PDF. PDF viewers skip such bytes, for example line ends or
 * the header of a print job.
 */
const MAX_BYTES_BEFORE_PDF = 8192

export const findPdfStart = (head: Buffer): number =>
  head.toString('latin1', 0, MAX_BYTES_BEFORE_PDF).search(/%PDF-[12]\.\d/)

async function hasPdfHeader(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES_BEFORE_PDF), 0, MAX_BYTES_BEFORE_PDF)
  return findPdfStart(buffer.subarray(0, bytesRead)) >= 0
}

const HEIC_PATTERN = /^image\/hei[cf]/

function requireExtension(folder: UploadFolder, mime = ''): FileExtension {
  if (HEIC_PATTERN.test(mime) && isKindAccepted(folder, 'image')) throw new PortalError('heicPicture')
  const extension = getExtension(CANONICAL_MIME_TYPES[mime] ?? mime)
  if (!extension || !isKindAccepted(folder, getFileKind(extension))) throw createNotAcceptedError(folder)
  return extension
}
