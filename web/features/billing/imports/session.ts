import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { type Chosen, type ChosenPdfs, NO_PDFS, withFiles } from './files/chosen-pdfs.ts'
import { NOTHING_SENT, type UploadProgress } from './files/pdf-uploads.ts'

/** The two CSV files, as the calls name them. */
export type CsvPart = 'soaFile' | 'webClientFile'

/** The import of this tab. It outlives the page: going elsewhere in the portal does not stop it. */
export interface ImportSession {
  /** `choose` until both files are compared, then `ready`, `upload`, `save`. */
  step: 'choose' | 'compare' | 'ready' | 'upload' | 'save'
  uniqId?: string
  csv: Partial<Record<CsvPart, File>>
  /** Problem of a file, at its zone. */
  problems: Partial<Record<CsvPart, string>>
  chosen: Chosen
  /** PDFs that this page has sent. */
  sent: ChosenPdfs
  uploads: UploadProgress
  /** Rows that are older than the stored statements are taken too. */
  takeOlder?: boolean
  /** Rows that are saved, as told live. */
  saved?: { count: number; total: number }
  /** Dates that the server cannot tell apart; waits for `answerDateOrder`. */
  question?: readonly string[]
  /** The server cannot be reached while it saves; it goes on by itself. */
  unreachable?: boolean
}

/** Nothing chosen yet. */
export const NEW_IMPORT: ImportSession = {
  step: 'choose',
  csv: {},
  problems: {},
  chosen: NO_PDFS,
  sent: new Map(),
  uploads: NOTHING_SENT,
}

const session = createStore(NEW_IMPORT)

/** The session as it is now. */
export const importSession = session.get

/** Replaces the session. */
export const beginSession = session.set

export function changeSession(part: Partial<ImportSession>): void {
  beginSession({ ...importSession(), ...part })
}

export function useImportSession(): ImportSession {
  return useStore(session)
}

export function addPdfs(files: readonly File[]): void {
  changeSession({ chosen: withFiles(importSession().chosen, files) })
}

export function forgetPdfs(): void {
  changeSession({ chosen: NO_PDFS })
}
