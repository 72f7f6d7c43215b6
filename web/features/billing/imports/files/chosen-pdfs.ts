import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'

/** Chosen PDF files. The key is the result of `normalizePdfName` for the file name. */
export type ChosenPdfs = ReadonlyMap<string, File>

export interface PdfSelection {
  pdfs: ChosenPdfs
  ignoredCount: number
  replacedCount: number
}

export const NO_PDFS: PdfSelection = { pdfs: new Map(), ignoredCount: 0, replacedCount: 0 }

/** Adds files to the selection. Skips hidden files, such as the `._name.pdf` that macOS creates. */
export function addFiles(selection: PdfSelection, files: readonly File[]): PdfSelection {
  const pdfsByKey = new Map(selection.pdfs)
  let { ignoredCount, replacedCount } = selection
  for (const file of files) {
    if (file.name.startsWith('.')) continue
    const key = normalizePdfName(file.name)
    if (!/\.pdf$/i.test(file.name.trim())) ignoredCount++
    else {
      const earlierFile = pdfsByKey.get(key)
      if (earlierFile && !isSameFile(earlierFile, file)) replacedCount++
      pdfsByKey.set(key, file)
    }
  }
  return { pdfs: pdfsByKey, ignoredCount, replacedCount }
}

function isSameFile(first: File, second: File): boolean {
  return first.size === second.size && first.lastModified === second.lastModified
}

export interface UploadedPdf {
  name: string
  /** SHA-256 in hex of the file as it was sent. */
  sha256: string | undefined
}

interface PdfToCompare {
  file: File
  uploadedSha256: string | undefined
}

export interface PdfMatchResult {
  send: readonly File[]
  /**
   * PDFs whose names are on the server, but which this page has not sent: they were sent before a reload, or by
   * another administrator. See `findCorrectedPdfs`.
   */
  toCompare: readonly PdfToCompare[]
  uploadedCount: number
  /** Names of PDFs that rows of the import need, but that are neither chosen nor on the server. */
  missing: readonly string[]
  extraNames: readonly string[]
}

/**
 * Finds the chosen PDFs that must be uploaded. `sentPdfs` are files that this page has already uploaded. A
 * file that was changed since then is sent again.
 */
export function matchPdfs(
  chosenPdfs: ChosenPdfs,
  missingNames: readonly string[],
  uploadedPdfs: readonly UploadedPdf[],
  sentPdfs: ChosenPdfs,
): PdfMatchResult {
  const wantedNames = new Map(missingNames.map((name) => [normalizePdfName(name), name]))
  const uploadedPdfsByKey = new Map(uploadedPdfs.map((pdf) => [normalizePdfName(pdf.name), pdf]))
  const pdfsToSend: File[] = []
  const pdfsToCompare: PdfToCompare[] = []
  const extraNames: string[] = []
  for (const [key, file] of chosenPdfs) {
    const sentFile = sentPdfs.get(key)
    const uploadedPdf = uploadedPdfsByKey.get(key)
    if (wantedNames.has(key)) pdfsToSend.push(file)
    else if (!uploadedPdf) extraNames.push(file.name)
    else if (!sentFile) pdfsToCompare.push({ file, uploadedSha256: uploadedPdf.sha256 })
    else if (!isSameFile(sentFile, file)) pdfsToSend.push(file)
    wantedNames.delete(key)
  }
  return {
    send: pdfsToSend,
    toCompare: pdfsToCompare,
    uploadedCount: uploadedPdfsByKey.size,
    missing: [...wantedNames.values()].toSorted(compareNames),
    extraNames: extraNames.toSorted(compareNames),
  }
}

/**
 * Returns the PDFs whose content is not the one on the server. A file that cannot be read or hashed counts as
 * corrected: its upload shows the reason, and the server stores equal content once.
 */
export async function findCorrectedPdfs(pdfs: readonly PdfToCompare[]): Promise<File[]> {
  const correctedFiles: File[] = []
  // One after another, so that thousands of files are not in memory at the same time.
  for (const { file, uploadedSha256 } of pdfs)
    if (uploadedSha256 === undefined || (await hashFile(file)) !== uploadedSha256) correctedFiles.push(file)
  return correctedFiles
}

async function hashFile(file: File): Promise<string | undefined> {
  try {
    // Without HTTPS, browsers have no `crypto.subtle`.
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}

const nameCollator = new Intl.Collator('en', { numeric: true })
const compareNames = (first: string, second: string): number => nameCollator.compare(first, second)
