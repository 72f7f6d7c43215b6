import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { useSyncExternalStore } from 'react'
import { api, ApiError } from '../../../../lib/api.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { uploadFile } from '../../../../lib/upload.ts'
import { tellFailure } from '../../../../shell/failures.ts'
import { inform } from '../../../../ui/dialogs.ts'
import { importQuery, type ImportQuestion, IMPORTS_KEY, type StatementImport } from './calls.ts'
import { type Chosen, type ChosenPdfs, withFiles } from './chosen-pdfs.ts'
import { createPdfUploads, NOTHING_SENT, type UploadProgress } from './pdf-uploads.ts'
import { rememberedImport, rememberImport } from './remembered.ts'
import { sendPdfsOf } from './send-pdfs.ts'

/** The two CSV files, as the calls name them. */
export type CsvPart = 'soaFile' | 'webClientFile'

/** The import that this page is about. It outlives the page: going elsewhere in the portal does not stop it. */
export interface ImportSession {
  /** `choose` until both files are compared, then `ready`, `upload`, `save`. */
  step: 'choose' | 'compare' | 'ready' | 'upload' | 'save'
  uniqId?: string
  csv: Partial<Record<CsvPart, File>>
  /** What is wrong with a file, at its zone. */
  problems: Partial<Record<CsvPart, string>>
  chosen: Chosen
  /** PDFs that this page has sent. */
  sent: ChosenPdfs
  uploads: UploadProgress
  /** Rows that are saved, as told live. */
  saved?: { count: number; total: number }
  /** Dates that the server cannot tell apart; waits for `answerDateOrder`. */
  question?: readonly string[]
  /** The server cannot be reached while it saves; it goes on by itself. */
  unreachable?: boolean
}

const NEW: ImportSession = {
  step: 'choose',
  csv: {},
  problems: {},
  chosen: { pdfs: new Map(), others: 0, replaced: 0 },
  sent: new Map(),
  uploads: NOTHING_SENT,
}

/** Titles of the dialogs when a file fails (specification 3 §8). */
const FILE_FAILED: Readonly<Record<CsvPart, string>> = {
  soaFile: 'This is an error message in Soa File',
  webClientFile: 'This is an error message in Soa Web Client',
}
const PDF_FAILED = 'This is an error message in Soa Pdf'
const SOME_FAILED = 'Some of the files may uploaded and some are causing an error.'

let session = NEW
const watchers = new Set<() => void>()

function become(part: Partial<ImportSession>): void {
  session = { ...session, ...part }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useImportSession(): ImportSession {
  return useSyncExternalStore(watch, () => session)
}

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: IMPORTS_KEY })

const uploads = createPdfUploads({
  send: (files, signal) => sendPdfsOf(session.uniqId ?? '')(files, signal),
  onChange: (progress) => become({ uploads: progress }),
  onSent: (files) => become({ sent: withFiles(session.sent, files).pdfs }),
})

export const { pause, resume } = uploads

/**
 * One of the two CSV files. When both are there they are sent and compared. Another file in its place begins the comparison
 * anew; PDFs that came for the import stay.
 */
export async function chooseCsv(part: CsvPart, file: File): Promise<void> {
  const csv = { ...session.csv, [part]: file }
  become({ step: 'choose', csv, problems: { ...session.problems, [part]: undefined } })
  if (csv.soaFile && csv.webClientFile) await compare(csv.soaFile, csv.webClientFile)
}

/** The same files once more, after the server could not compare them. */
export async function compareAgain(): Promise<void> {
  const { soaFile, webClientFile } = session.csv
  if (soaFile && webClientFile) await compare(soaFile, webClientFile)
}

export function addPdfs(files: readonly File[]): void {
  const more = withFiles(session.chosen.pdfs, files)
  become({
    chosen: {
      ...more,
      others: session.chosen.others + more.others,
      replaced: session.chosen.replaced + more.replaced,
    },
  })
}

export function forgetPdfs(): void {
  become({ chosen: NEW.chosen })
}

interface SentCsv {
  uniqId: string
  soaFile: string
  soaFileName: string
  webClientFile: string
  webClientFileName: string
}
let asked: SentCsv | undefined

async function compare(soa: File, webClient: File): Promise<void> {
  become({ step: 'compare' })
  const soaFile = await sendCsv('soaFile', soa)
  const webClientFile = soaFile === undefined ? undefined : await sendCsv('webClientFile', webClient)
  if (soaFile === undefined || webClientFile === undefined) return
  const names = { soaFileName: soa.name, webClientFileName: webClient.name }
  await prepare({ uniqId: session.uniqId ?? newId(), soaFile, webClientFile, ...names })
}

/** Sends one of the CSV files; nothing when it was refused. */
async function sendCsv(part: CsvPart, file: File): Promise<string | undefined> {
  try {
    return (await uploadFile('soa/csv', file)).key
  } catch (failure) {
    await refuse(part, failure)
    return undefined
  }
}

/** A file that was refused is taken out of its zone, where the reason stays. */
async function refuse(part: CsvPart, failure: unknown): Promise<void> {
  if (!(failure instanceof ApiError)) throw failure
  const reason = failure.errors[part]?.[0] ?? failure.message
  const { [part]: _refused, ...csv } = session.csv
  become({ step: 'choose', csv, problems: { ...session.problems, [part]: reason } })
  if (failure.status !== 401) await inform('error', FILE_FAILED[part], reason)
}

async function prepare(files: SentCsv, dateOrder?: DateOrder): Promise<void> {
  asked = files
  try {
    const answer = await api.post<StatementImport | ImportQuestion>('/statement-imports', {
      ...files,
      dateOrder,
    })
    if (answer.state === 'question') {
      become({ question: answer.examples })
      return
    }
    rememberImport(answer.uniqId)
    queryClient.setQueryData(importQuery(answer.uniqId).queryKey, answer)
    become({ step: 'ready', uniqId: answer.uniqId, uploads: NOTHING_SENT })
    await refresh()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const { errors } = failure
    const parts = (['soaFile', 'webClientFile'] as const).filter((part) => errors[part])
    for (const part of parts) await refuse(part, failure)
    if (parts.length === 0) {
      // nothing is wrong with the files, and they can be compared again
      become({ step: 'choose' })
      await tellFailure(failure)
    }
  }
}

/** The answer to the server's question; without one the files are given back. */
export async function answerDateOrder(order: DateOrder | undefined): Promise<void> {
  become({ question: undefined })
  if (order && asked) await prepare(asked, order)
  else become({ step: 'choose', csv: {} })
}

/** Sends the PDFs, then has the rows saved (specification 3 §4, 'SOA import flow'). */
export async function uploadAndSave(files: readonly File[]): Promise<void> {
  if (files.length > 0) {
    become({ step: 'upload' })
    const { phase, failed } = await uploads.start(files)
    await refresh()
    if (phase === 'idle') return
    const first = failed[0]
    if (first) {
      become({ step: 'ready' })
      const others = failed.length === 1 ? '' : ` and ${failed.length - 1} more`
      await inform('error', PDF_FAILED, `${first.file.name}${others}: ${first.reason}`)
      return
    }
  }
  await save()
}

/** Has the rows saved, and waits for it. An import that stands half-way goes on where it stood. */
export async function save(): Promise<void> {
  const { uniqId } = session
  if (uniqId === undefined) return
  const skipped = session.uploads.failed.length
  become({ step: 'save', unreachable: false })
  let ended: StatementImport | undefined
  try {
    await api.put<unknown>('/tenant-soa-info', { uniqId })
    ended = await queryClient.fetchQuery(importQuery(uniqId))
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 401) return
    // the server goes on whether we listen or not
    const lost = failure.unanswered || failure.status >= 500
    if (!lost) {
      become({ step: 'ready' })
      // 409 says who is saving another import, and how far that is
      if (failure.status === 409) await inform('info', 'Oops! Something went wrong.', failure.message)
      else await inform('error', 'Error', SOME_FAILED)
      await refresh()
      return
    }
    ended = await followed(uniqId)
  }
  if (session.uniqId === uniqId) await finish(ended, skipped)
}

async function finish(ended: StatementImport | undefined, skipped: number): Promise<void> {
  if (ended?.state === 'done') {
    forget()
    if (skipped === 0) await inform('success', 'Success', 'You have successfully uploaded all the files.')
    else await inform('error', 'Error', SOME_FAILED)
    // what the whole portal shows of tenants and statements is older than what was saved
    await queryClient.invalidateQueries()
    return
  }
  become({ step: 'ready', unreachable: false })
  await inform('error', 'Error', SOME_FAILED)
  await refresh()
}

const POLL_MS = 2000
/** No row more for so long: whoever was saving is gone, and asking for it again makes it go on. */
const STALLED_MS = 20_000

/** Asks until the import is no longer being saved. */
async function followed(uniqId: string): Promise<StatementImport | undefined> {
  let saved = -1
  let moved = Date.now()
  while (session.uniqId === uniqId) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    try {
      const now = await queryClient.fetchQuery(importQuery(uniqId))
      become({ unreachable: false, saved: { count: now.saved, total: now.total } })
      if (now.state !== 'saving') return now
      if (now.saved !== saved) {
        saved = now.saved
        moved = Date.now()
      } else if (Date.now() - moved > STALLED_MS) {
        moved = Date.now()
        await api.put<unknown>('/tenant-soa-info', { uniqId })
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 401 || failure.status === 403 || failure.status === 404) return undefined
      become({ unreachable: true })
    }
  }
  return undefined
}

/** What the live connection says of the import that is being saved. */
export function heardSaved(saved: { count: number; total: number }): void {
  if (session.step === 'save') become({ saved })
}

/** Takes up an import that was begun: in this browser before a reload, or anywhere and found in the record. */
export async function takeUp(uniqId: string): Promise<void> {
  try {
    const found = await queryClient.fetchQuery(importQuery(uniqId))
    if (found.state === 'abandoned' || found.state === 'done') {
      rememberImport(undefined)
      return
    }
    rememberImport(uniqId)
    become({ ...NEW, chosen: session.chosen, uniqId, step: found.state === 'saving' ? 'save' : 'ready' })
    if (found.state === 'saving') await finish(await followed(uniqId), 0)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 404) rememberImport(undefined)
  }
}

/** Takes up the import that this browser remembers, once a page. */
export async function takeUpRemembered(): Promise<void> {
  const uniqId = rememberedImport()
  if (uniqId !== undefined && session.uniqId === undefined && session.step === 'choose') await takeUp(uniqId)
}

/** Ends the uploads; what was sent stays there, and can be gone on with. */
export function stopUploads(): void {
  uploads.stop()
  become({ step: 'ready' })
}

/** Gives the prepared import up; nothing of it was written. */
export async function startOver(): Promise<void> {
  const { uniqId } = session
  uploads.stop()
  forget()
  if (uniqId === undefined) return
  await api.delete(`/statement-imports/${uniqId}`).catch((failure: unknown) => tellFailure(failure))
  await refresh()
}

function forget(): void {
  rememberImport(undefined)
  asked = undefined
  become(NEW)
  session = NEW
}

/** Not `randomUUID`, which is missing where an office serves the portal without https. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `soa-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
