import { createReadStream } from 'node:fs'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { FOLDERS, type FileKind, type Folder } from '@tahanan/contract/limits.ts'
import { PortalError } from '../../errors.ts'
import { acceptedIn, extensionOf, kindOf, type FileExtension } from '../store/keys.ts'

/** Types that `file-type` reports in place of ours. */
const SAME_AS: Record<string, string> = { 'image/apng': 'image/png', 'video/x-m4v': 'video/mp4' }

/**
 * Detects a file's type by its content, never by its name (rules 6.3). Throws 415 if the folder does not
 * accept it. The checks of each kind come later.
 */
export async function detect(path: string, folder: Folder): Promise<FileExtension> {
  // Plain text has no signature, so it is checked as a whole.
  if (isForText(folder)) {
    const markup = accepts(folder, 'bankFile')
    if (await isPlainText(path, markup)) return markup ? 'txt' : 'csv'
    throw new PortalError('wrongFileType', {
      blanks: { accepted: `${acceptedIn(folder)} in UTF-8 or Windows-1252, not a workbook, a PDF or UTF-16` },
    })
  }
  return extensionIn(folder, (await fileTypeFromFile(path))?.mime)
}

/**
 * Detects the type of an arriving file from its beginning; undefined if that does not suffice. Throws 415 if
 * the folder does not accept it.
 */
export async function detectHead(head: Buffer, folder: Folder): Promise<FileExtension | undefined> {
  if (isForText(folder)) return undefined
  const found = await fileTypeFromBuffer(head)
  return found && extensionIn(folder, found.mime)
}

/** Returns a 415 that names the accepted kinds. */
export function notAccepted(folder: Folder): PortalError {
  return new PortalError('wrongFileType', { blanks: { accepted: acceptedIn(folder) } })
}

function accepts(folder: Folder, kind: FileKind): boolean {
  return (FOLDERS[folder].kinds as readonly FileKind[]).includes(kind)
}

const isForText = (folder: Folder): boolean => accepts(folder, 'csv') || accepts(folder, 'bankFile')

/** Returns the extension of a type. Throws 415 if the folder does not accept it. */
function extensionIn(folder: Folder, mime = ''): FileExtension {
  const extension = extensionOf(SAME_AS[mime] ?? mime)
  if (!extension || !accepts(folder, kindOf(extension))) throw notAccepted(folder)
  return extension
}

/** Control characters of text: tab, line ends, form feed, and the end-of-file mark of old systems. */
const IN_TEXT = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a])

/** Whether a file is text in UTF-8 or Windows-1252 and no PDF, nor markup unless `markup` is true. */
async function isPlainText(path: string, markup: boolean): Promise<boolean> {
  let first = true
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    const refused = markup ? /^\s*%PDF-/ : /^(?:\u00ef\u00bb\u00bf)?\s*(?:<|%PDF-)/
    if (first && refused.test(piece.toString('latin1', 0, 1024))) return false
    first = false
    for (const byte of piece) if (byte < 0x20 && !IN_TEXT.has(byte)) return false
  }
  return !first
}
