import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { createRandomName } from '#lib/create-random-name.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import type { ImportConfirmation, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { importQuery, refreshImports } from '../calls.ts'
import { rememberImport } from '../get-remembered-import.ts'
import { updateImportSession, type CsvPart, getImportSession } from '../import-session.ts'
import { FILE_ERROR_STATUSES, INITIAL_PROGRESS } from './pdf-uploads.ts'

/** Titles of the error dialog, by the file with the error (rules 7.23). */
const FILE_ERROR_TITLES: Readonly<Record<CsvPart, string>> = {
  soaFile: 'This is an error message in Soa File',
  webClientFile: 'This is an error message in Soa Web Client',
}

/** Sets one of the two CSV files of an import. PDFs that are already uploaded remain. */
export async function chooseCsvFile(part: CsvPart, file: File): Promise<void> {
  const { csv, problems } = getImportSession()
  updateImportSession({
    step: 'choose',
    csv: { ...csv, [part]: file },
    problems: { ...problems, [part]: undefined },
  })
  await compareChosenFiles()
}

interface UploadedCsvFiles {
  uniqId: string
  soaFile: string
  soaFileName: string
  webClientFile: string
  webClientFileName: string
}
let filesOfPendingQuestion: UploadedCsvFiles | undefined

export async function compareChosenFiles(): Promise<void> {
  const { soaFile: chosenSoaFile, webClientFile: chosenWebClientFile } = getImportSession().csv
  if (!chosenSoaFile || !chosenWebClientFile) return
  updateImportSession({ step: 'compare' })
  const soaFile = await uploadCsvFile('soaFile', chosenSoaFile)
  const webClientFile =
    soaFile === undefined ? undefined : await uploadCsvFile('webClientFile', chosenWebClientFile)
  if (soaFile === undefined || webClientFile === undefined) return
  const names = { soaFileName: chosenSoaFile.name, webClientFileName: chosenWebClientFile.name }
  await prepareImport({
    uniqId: getImportSession().uniqId ?? `soa-${createRandomName()}`,
    soaFile,
    webClientFile,
    ...names,
  })
}

async function uploadCsvFile(part: CsvPart, file: File): Promise<string | undefined> {
  try {
    return (await uploadFile('soa/csv', file)).key
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (FILE_ERROR_STATUSES.includes(failure.status)) await removeRefusedFile(part, failure)
    else {
      updateImportSession({ step: 'choose' })
      if (!failure.isShown && failure.status !== 401)
        await showMessage('error', FILE_ERROR_TITLES[part], failure.message)
    }
    return undefined
  }
}

async function removeRefusedFile(part: CsvPart, failure: ApiError): Promise<void> {
  const reason = failure.errors[part]?.[0] ?? failure.message
  const { [part]: _refused, ...csv } = getImportSession().csv
  updateImportSession({ step: 'choose', csv, problems: { ...getImportSession().problems, [part]: reason } })
  await showMessage('error', FILE_ERROR_TITLES[part], reason)
}

async function prepareImport(files: UploadedCsvFiles, dateOrder?: DateOrder): Promise<void> {
  filesOfPendingQuestion = files
  try {
    const importResult = await api.post<StatementImport | ImportConfirmation>('/statement-imports', {
      ...files,
      dateOrder,
    })
    if (importResult.state === 'question') {
      updateImportSession({ question: importResult.examples })
      return
    }
    rememberImport(importResult.uniqId)
    queryClient.setQueryData(importQuery(importResult.uniqId).queryKey, importResult)
    const defaultChoices = { shouldIncludeOlder: false, shouldIncludeDoubtful: false }
    updateImportSession({
      step: 'ready',
      uniqId: importResult.uniqId,
      uploads: INITIAL_PROGRESS,
      ...defaultChoices,
    })
    await refreshImports()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const { errors } = failure
    const refusedParts = (['soaFile', 'webClientFile'] as const).filter((part) => errors[part])
    for (const refusedPart of refusedParts) await removeRefusedFile(refusedPart, failure)
    if (refusedParts.length > 0) return
    updateImportSession({ step: 'choose' })
    await showFailure(failure)
  }
}

export async function continueWithDateOrder(order: DateOrder | undefined): Promise<void> {
  updateImportSession({ question: undefined })
  if (order && filesOfPendingQuestion) await prepareImport(filesOfPendingQuestion, order)
  else updateImportSession({ step: 'choose', csv: {} })
}
