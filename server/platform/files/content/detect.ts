import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { FOLDERS, type FileKind, type Folder } from '@tahanan/contract/limits.ts'
import { PortalError } from '../../errors.ts'
import { describeAcceptedKinds, getExtension, getFileKind, type FileExtension } from '../store/file-key.ts'
import { isPlainText } from './is-plain-text.ts'

/** Types reported by `file-type`, and the type that the portal uses for them instead. */
const SAME_AS: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/**
 * Detects the type of a file from its content, never from its name (rules 6.3). Throws 415 if the folder does
 * not accept this type.
 */
export async function detect(path: string, folder: Folder): Promise<FileExtension> {
  // Plain text has no signature in its first bytes, so the whole file is checked.
  if (isForText(folder)) {
    const markup = accepts(folder, 'bankFile')
    if (await isPlainText(path, markup)) return markup ? 'txt' : 'csv'
    throw new PortalError('wrongFileType', {
      blanks: { accepted: `${describeAcceptedKinds(folder)}, not a workbook or a PDF. Save it as CSV first` },
    })
  }
  const mime = (await fileTypeFromFile(path))?.mime
  return requireExtension(
    folder,
    mime ?? (accepts(folder, 'pdf') && (await beginsAsPdf(path)) ? PDF : undefined),
  )
}

export async function detectHead(head: Buffer, folder: Folder): Promise<FileExtension | undefined> {
  if (isForText(folder)) return undefined
  const found = await fileTypeFromBuffer(head)
  return found && requireExtension(folder, found.mime)
}

export function createNotAcceptedError(folder: Folder): PortalError {
  return new PortalError('wrongFileType', { blanks: { accepted: describeAcceptedKinds(folder) } })
}

function accepts(folder: Folder, kind: FileKind): boolean {
  return (FOLDERS[folder].kinds as readonly FileKind[]).includes(kind)
}

const isForText = (folder: Folder): boolean => accepts(folder, 'csv') || accepts(folder, 'bankFile')

const PDF = 'application/pdf'
/**
 * Maximum number of bytes before the PDF header. Viewers skip them: line ends, or headers of a print job or
 * form part.
 */
const MAX_BYTES_BEFORE_PDF = 8192

export const findPdfStart = (head: Buffer): number =>
  head.toString('latin1', 0, MAX_BYTES_BEFORE_PDF).search(/%PDF-[12]\.\d/)

async function beginsAsPdf(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES_BEFORE_PDF), 0, MAX_BYTES_BEFORE_PDF)
  return findPdfStart(buffer.subarray(0, bytesRead)) >= 0
}

const HEIC = /^image\/hei[cf]/

function requireExtension(folder: Folder, mime = ''): FileExtension {
  if (HEIC.test(mime) && accepts(folder, 'image')) throw new PortalError('heicPicture')
  const extension = getExtension(SAME_AS[mime] ?? mime)
  if (!extension || !accepts(folder, getFileKind(extension))) throw createNotAcceptedError(folder)
  return extension
}
