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

export interface PdfMatchResult {
  send: readonly File[]
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
  uploadedNames: readonly string[],
  sentPdfs: ChosenPdfs,
): PdfMatchResult {
  const wantedNames = new Map(missingNames.map((name) => [normalizePdfName(name), name]))
  const uploadedKeys = new Set(uploadedNames.map(normalizePdfName))
  const pdfsToSend: File[] = []
  const extraNames: string[] = []
  for (const [key, file] of chosenPdfs) {
    const sentFile = sentPdfs.get(key)
    if (wantedNames.has(key) || (uploadedKeys.has(key) && sentFile && !isSameFile(sentFile, file)))
      pdfsToSend.push(file)
    else if (!uploadedKeys.has(key)) extraNames.push(file.name)
    wantedNames.delete(key)
  }
  return {
    send: pdfsToSend,
    uploadedCount: uploadedKeys.size,
    missing: [...wantedNames.values()].toSorted(compareNames),
    extraNames: extraNames.toSorted(compareNames),
  }
}

const nameCollator = new Intl.Collator('en', { numeric: true })
const compareNames = (first: string, second: string): number => nameCollator.compare(first, second)
