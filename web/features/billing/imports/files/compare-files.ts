import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { createRandomName } from '#lib/create-random-name.ts'
import { inform } from '#ui/overlays/dialogs.ts'
import { showFailure } from '#ui/overlays/failures.ts'
import type { ImportQuestion, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { importQuery, refreshImports } from '../calls.ts'
import { rememberImport } from '../get-remembered-import.ts'
import { changeSession, type CsvPart, getImportSession } from '../import-session.ts'
import { NOTHING_SENT } from './pdf-uploads.ts'

/** Titles of the error dialog, by the file with the error (rules 7.23). */
const FILE_FAILED: Readonly<Record<CsvPart, string>> = {
  soaFile: 'This is an error message in Soa File',
  webClientFile: 'This is an error message in Soa Web Client',
}

/** Sets one of the two CSV files, then compares both. Uploaded PDFs remain if a CSV file is replaced. */
export async function chooseCsv(part: CsvPart, file: File): Promise<void> {
  const { csv, problems } = getImportSession()
  changeSession({
    step: 'choose',
    csv: { ...csv, [part]: file },
    problems: { ...problems, [part]: undefined },
  })
  await compareChosen()
}

interface SentCsv {
  uniqId: string
  soaFile: string
  soaFileName: string
  webClientFile: string
  webClientFileName: string
}
let pendingQuestion: SentCsv | undefined

export async function compareChosen(): Promise<void> {
  const { soaFile: soa, webClientFile: webClient } = getImportSession().csv
  if (!soa || !webClient) return
  changeSession({ step: 'compare' })
  const soaFile = await sendCsv('soaFile', soa)
  const webClientFile = soaFile === undefined ? undefined : await sendCsv('webClientFile', webClient)
  if (soaFile === undefined || webClientFile === undefined) return
  const names = { soaFileName: soa.name, webClientFileName: webClient.name }
  await prepare({
    uniqId: getImportSession().uniqId ?? `soa-${createRandomName()}`,
    soaFile,
    webClientFile,
    ...names,
  })
}

async function sendCsv(part: CsvPart, file: File): Promise<string | undefined> {
  try {
    return (await uploadFile('soa/csv', file)).key
  } catch (failure) {
    await removeRefused(part, failure)
    return undefined
  }
}

async function removeRefused(part: CsvPart, failure: unknown): Promise<void> {
  if (!(failure instanceof ApiError)) throw failure
  const reason = failure.errors[part]?.[0] ?? failure.message
  const { [part]: _refused, ...csv } = getImportSession().csv
  changeSession({ step: 'choose', csv, problems: { ...getImportSession().problems, [part]: reason } })
  if (failure.status !== 401) await inform('error', FILE_FAILED[part], reason)
}

async function prepare(files: SentCsv, dateOrder?: DateOrder): Promise<void> {
  pendingQuestion = files
  try {
    const answer = await api.post<StatementImport | ImportQuestion>('/statement-imports', {
      ...files,
      dateOrder,
    })
    if (answer.state === 'question') {
      changeSession({ question: answer.examples })
      return
    }
    rememberImport(answer.uniqId)
    queryClient.setQueryData(importQuery(answer.uniqId).queryKey, answer)
    const choices = { takeOlder: false, takeDoubtful: false }
    changeSession({ step: 'ready', uniqId: answer.uniqId, uploads: NOTHING_SENT, ...choices })
    await refreshImports()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const { errors } = failure
    const parts = (['soaFile', 'webClientFile'] as const).filter((part) => errors[part])
    for (const part of parts) await removeRefused(part, failure)
    if (parts.length === 0) {
      changeSession({ step: 'choose' })
      await showFailure(failure)
    }
  }
}

export async function answerDateOrder(order: DateOrder | undefined): Promise<void> {
  changeSession({ question: undefined })
  if (order && pendingQuestion) await prepare(pendingQuestion, order)
  else changeSession({ step: 'choose', csv: {} })
}
