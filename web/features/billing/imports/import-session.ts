import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { type Chosen, type ChosenPdfs, NO_PDFS, addFiles } from './files/chosen-pdfs.ts'
import { NOTHING_SENT, type UploadProgress } from './files/pdf-uploads.ts'

export type CsvPart = 'soaFile' | 'webClientFile'

/** State of the import in this tab. It outlives the page, so that leaving the page does not stop it. */
export interface ImportSession {
  /** `choose` until both files are compared, then `ready`, `upload`, `save`. */
  step: 'choose' | 'compare' | 'ready' | 'upload' | 'save'
  uniqId?: string
  csv: Partial<Record<CsvPart, File>>
  problems: Partial<Record<CsvPart, string>>
  chosen: Chosen
  sent: ChosenPdfs
  uploads: UploadProgress
  /** Whether rows older than the stored statements are saved too. */
  takeOlder?: boolean
  /**
   * Whether rows with doubtful codes are saved too: new codes that may be misspelt codes of other tenants.
   */
  takeDoubtful?: boolean
  saved?: { count: number; total: number }
  /** Dates with an ambiguous order; waits for `answerDateOrder`. */
  question?: readonly string[]
  /** The server cannot be reached while it saves the rows; it goes on saving. */
  unreachable?: boolean
}

export const NEW_IMPORT: ImportSession = {
  step: 'choose',
  csv: {},
  problems: {},
  chosen: NO_PDFS,
  sent: new Map(),
  uploads: NOTHING_SENT,
}

const session = createStore(NEW_IMPORT)

export const getImportSession = session.get

export const beginSession = session.set

export function changeSession(part: Partial<ImportSession>): void {
  beginSession({ ...getImportSession(), ...part })
}

export function useImportSession(): ImportSession {
  return useStore(session)
}

export function addPdfs(files: readonly File[]): void {
  changeSession({ chosen: addFiles(getImportSession().chosen, files) })
}

export function clearPdfs(): void {
  changeSession({ chosen: NO_PDFS })
}
