import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatCount } from '#lib/format-number.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import type { UploadedPdfs, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'
import { importQuery, refreshImports } from './calls.ts'
import { createPdfUploads, type SendPdfs } from './files/pdf-uploads.ts'
import { getRememberedImport, rememberImport } from './get-remembered-import.ts'
import { setImportSession, updateImportSession, getImportSession, NEW_IMPORT } from './import-session.ts'

const PDF_ERROR_TITLE = 'This is an error message in Soa Pdf'
const ALL_SAVED_MESSAGE = 'You have successfully uploaded all the files.'
const SOME_FAILED_MESSAGE = 'Some of the files may uploaded and some are causing an error.'

const sendPdfs: SendPdfs = async (files, signal) => {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  try {
    const path = `/statement-imports/${getImportSession().uniqId ?? ''}/pdfs`
    return (await api.post<UploadedPdfs>(path, form, { quiet: true, watched: true, signal })).data
  } catch (cause) {
    if (cause instanceof ApiError && cause.isShown) pause()
    if (signal.aborted || (cause instanceof ApiError && !cause.isUnanswered)) throw cause
    // Any other failure is a lost connection.
    throw new ApiError(0, 'The upload was cut off. Check your connection.')
  }
}

const pdfUploads = createPdfUploads({
  send: sendPdfs,
  onChange: (progress) => updateImportSession({ uploads: progress }),
  onSent: (files) => {
    const sentFiles = files.map((file) => [normalizePdfName(file.name), file] as const)
    updateImportSession({ uploadedPdfs: new Map([...getImportSession().uploadedPdfs, ...sentFiles]) })
  },
})

export const { pause, resume } = pdfUploads

/**
 * Uploads the PDFs, then saves the rows (rules 7.12). `hasExported`: exported payments are missing from the
 * statements, and the office has confirmed this (rules 7.33).
 */
export async function uploadAndSave(files: readonly File[], hasExported: boolean): Promise<void> {
  if (files.length > 0) {
    updateImportSession({ step: 'upload' })
    const { phase, failedPdfs } = await pdfUploads.start(files)
    await refreshImports()
    if (phase === 'idle') return
    const firstFailedPdf = failedPdfs[0]
    if (firstFailedPdf) {
      updateImportSession({ step: 'ready' })
      const otherCountText = failedPdfs.length === 1 ? '' : ` and ${failedPdfs.length - 1} more`
      await showMessage(
        'error',
        PDF_ERROR_TITLE,
        `${firstFailedPdf.file.name}${otherCountText}: ${firstFailedPdf.reason}`,
      )
      return
    }
  }
  await saveRows(hasExported)
}

async function saveRows(hasExported: boolean): Promise<void> {
  const { uniqId, shouldIncludeOlder, shouldIncludeDoubtful, uploads: uploadProgress } = getImportSession()
  if (uniqId === undefined) return
  const missingPdfCount = uploadProgress.failedPdfs.length
  updateImportSession({ step: 'save', unreachable: false })
  let endedImport: StatementImport | undefined
  try {
    // `confirmCorrections` is always true, because the preview has shown the corrections before the office
    // started the upload.
    const importConfirmations = {
      confirmCorrections: true,
      confirmExported: hasExported,
      confirmOlder: shouldIncludeOlder === true,
      confirmDoubtful: shouldIncludeDoubtful === true,
    }
    const quietOptions = { quiet: true, watched: true }
    await api.put<unknown>('/tenant-soa-info', { uniqId, ...importConfirmations }, quietOptions)
    endedImport = await queryClient.fetchQuery(importQuery(uniqId))
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 401) return
    if (failure.isShown) {
      updateImportSession({ step: 'ready' })
      return openImport(uniqId)
    }
    // Without an answer the result is unknown, because the server continues to save the rows.
    const isUnknown = failure.isUnanswered || failure.status >= 500
    if (!isUnknown) {
      updateImportSession({ step: 'ready' })
      // Another administrator has changed meanwhile which payments the statements include, so the office must
      // confirm again.
      if (failure.code === 'exportsNotConfirmed')
        await showMessage('info', 'Please look at the preview again', failure.message)
      // 409: another import is being saved.
      else if (failure.status === 409)
        await showMessage('info', 'Oops! Something went wrong.', failure.message)
      else await showMessage('error', 'Error', SOME_FAILED_MESSAGE)
      await refreshImports()
      return
    }
    endedImport = await pollUntilSaved(uniqId)
  }
  if (getImportSession().uniqId === uniqId) await finishImport(endedImport, missingPdfCount)
}

async function finishImport(
  endedImport: StatementImport | undefined,
  missingPdfCount: number,
): Promise<void> {
  if (endedImport?.state === 'done') {
    resetImportSession()
    // Everything is refetched, because the import changed many tenants and statements.
    void queryClient.invalidateQueries()
    // Rows that the preview announced as skipped do not count as errors.
    if (missingPdfCount === 0 && endedImport.unexpected === 0)
      await showMessage('success', 'Success', `${ALL_SAVED_MESSAGE} ${describeImportResult(endedImport, 0)}`)
    else
      await showMessage(
        'error',
        'Error',
        `${SOME_FAILED_MESSAGE} ${describeImportResult(endedImport, missingPdfCount)}`,
      )
    return
  }
  updateImportSession({ step: 'ready', unreachable: false })
  await showMessage('error', 'Error', SOME_FAILED_MESSAGE)
  await refreshImports()
}

const POLL_MS = 2000
/** Milliseconds without a saved row after which the call is repeated. */
const STALLED_AFTER_MS = 20_000
const FINAL_STATUSES: readonly number[] = [401, 403, 404]

async function pollUntilSaved(uniqId: string): Promise<StatementImport | undefined> {
  let savedCount = -1
  let lastProgressAt = Date.now()
  while (getImportSession().uniqId === uniqId) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    try {
      const now = await queryClient.fetchQuery(importQuery(uniqId))
      const wasUnreachable = getImportSession().unreachable === true
      updateImportSession({ unreachable: false, saved: { count: now.saved, total: now.total } })
      if (now.state !== 'saving') return now
      if (now.saved !== savedCount) lastProgressAt = Date.now()
      savedCount = now.saved
      // The server process that saves the rows may have died. This call then resumes the import.
      if (wasUnreachable || Date.now() - lastProgressAt > STALLED_AFTER_MS) {
        lastProgressAt = Date.now()
        await api.put<unknown>('/tenant-soa-info', { uniqId }, { quiet: true })
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (FINAL_STATUSES.includes(failure.status)) return undefined
      // 409 means that the server is reachable, and still saves this or another import.
      updateImportSession({ unreachable: failure.status !== 409 })
    }
  }
  return undefined
}

export async function openImport(uniqId: string): Promise<void> {
  try {
    const foundImport = await queryClient.fetchQuery(importQuery(uniqId))
    if (foundImport.state === 'abandoned' || foundImport.state === 'done') {
      rememberImport(undefined)
      return
    }
    rememberImport(uniqId)
    setImportSession({
      ...NEW_IMPORT,
      pdfSelection: getImportSession().pdfSelection,
      uniqId,
      step: foundImport.state === 'saving' ? 'save' : 'ready',
    })
    if (foundImport.state === 'saving') await finishImport(await pollUntilSaved(uniqId), 0)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 404) rememberImport(undefined)
  }
}

export async function openRememberedImport(): Promise<void> {
  const uniqId = getRememberedImport()
  if (uniqId !== undefined && getImportSession().uniqId === undefined && getImportSession().step === 'choose')
    await openImport(uniqId)
}

/** Keeps the uploaded PDFs on the server, so that the import can be continued later. */
export function stopUploads(): void {
  pdfUploads.stop()
  updateImportSession({ step: 'ready' })
}

export async function discardImport(): Promise<void> {
  const { uniqId } = getImportSession()
  pdfUploads.stop()
  resetImportSession()
  if (uniqId === undefined) return
  await api.delete(`/statement-imports/${uniqId}`).catch((failure: unknown) => showFailure(failure))
  await refreshImports()
}

function resetImportSession(): void {
  rememberImport(undefined)
  setImportSession(NEW_IMPORT)
}

export function describeImportResult(
  { saved, refused, skipped }: Pick<StatementImport, 'saved' | 'refused' | 'skipped'>,
  missingPdfCount: number,
): string {
  const savedText = `${formatCount(saved, 'row', 'rows')} saved`
  const refusedAndSkippedText = `${refused.toLocaleString('en')} refused, ${skipped.toLocaleString('en')} skipped`
  const missingPdfsText =
    missingPdfCount === 0 ? '' : ` ${formatCount(missingPdfCount, 'PDF was', 'PDFs were')} left out.`
  const reasonsHint = refused + skipped === 0 ? '' : ' The record of imports gives the reason of each.'
  return `${savedText}, ${refusedAndSkippedText}.${missingPdfsText}${reasonsHint}`
}
