import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { type PdfSelection, type ChosenPdfs, NO_PDFS, addFiles } from './files/chosen-pdfs.ts'
import { INITIAL_PROGRESS, type UploadProgress } from './files/pdf-uploads.ts'

export type CsvPart = 'soaFile' | 'webClientFile'

/**
 * State of the running import. It is stored outside the page, so that the import continues when the user
 * leaves the page.
 */
export interface ImportSession {
  step: 'choose' | 'compare' | 'ready' | 'upload' | 'save'
  uniqId?: string
  csv: Partial<Record<CsvPart, File>>
  problems: Partial<Record<CsvPart, string>>
  pdfSelection: PdfSelection
  uploadedPdfs: ChosenPdfs
  uploads: UploadProgress
  shouldIncludeOlder?: boolean
  /**
   * Whether rows with doubtful client codes are saved too. A doubtful code is new, and may be the misspelt
   * code of another tenant.
   */
  shouldIncludeDoubtful?: boolean
  saved?: { count: number; total: number }
  /** Example dates with an ambiguous order of day and month, until the user has chosen the order. */
  question?: readonly string[]
  /** True if the connection is lost while the rows are being saved. The server continues to save them. */
  unreachable?: boolean
}

export const NEW_IMPORT: ImportSession = {
  step: 'choose',
  csv: {},
  problems: {},
  pdfSelection: NO_PDFS,
  uploadedPdfs: new Map(),
  uploads: INITIAL_PROGRESS,
}

const session = createStore(NEW_IMPORT)

export const getImportSession = session.get

export const setImportSession = session.set

export function updateImportSession(changes: Partial<ImportSession>): void {
  setImportSession({ ...getImportSession(), ...changes })
}

export function useImportSession(): ImportSession {
  return useStore(session)
}

export function addPdfs(files: readonly File[]): void {
  updateImportSession({ pdfSelection: addFiles(getImportSession().pdfSelection, files) })
}

export function clearPdfs(): void {
  updateImportSession({ pdfSelection: NO_PDFS })
}
