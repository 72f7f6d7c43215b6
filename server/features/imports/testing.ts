import { randomBytes, randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { buildPdf } from '#platform/files/content/pdf/testing-pdfs.ts'
import { runInTransaction } from '#platform/platform-context.ts'
import type { LoggedInCaller, UntypedBody } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import { postForm, uploadFile } from '#testing/uploads.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  ImportRow,
  UploadedPdfs,
  SavedImport,
  StatementImport,
  UndoneImport,
} from '@tahanan/contract/billing/import-answers.ts'
import { parseMergedList } from './reading/parse-merged-list.ts'
import type { SaveOptions } from './saving/begin-save.ts'
import { saveImport } from './saving/save-import.ts'
import { createImport, stageRows } from './stage-rows.ts'

export interface WebClientLine {
  urefno: string
  uothdep: string
  uoccname?: string
  uocctel1?: string
}
interface SoaLine {
  urefno: string
  invdate?: string
  attachment?: string
}

const WEB_CLIENT_HEADER =
  'urefno,uoccname,uoccpers,uocctel1,uocctel2,ubtname,ubaddln1,ubaddln2,ubaddln3,ubaddln4,uothdep'

export function createWebClientCsv(lines: readonly WebClientLine[]): string {
  const csvLines = lines.map(
    ({ urefno, uothdep, uoccname = `Occupant ${urefno}`, uocctel1 = '0917' }) =>
      `${urefno},${uoccname},Person,${uocctel1},,Business,Unit 1,Street,City,Metro Manila,"${uothdep}"`,
  )
  return [WEB_CLIENT_HEADER, ...csvLines, ''].join('\r\n')
}

export function createSoaCsv(lines: readonly SoaLine[]): string {
  const csvLines = lines.map(
    ({ urefno, invdate = '31/10/2026', attachment = `${urefno}.pdf` }) =>
      `${urefno},${invdate},${attachment}`,
  )
  return ['urefno,invdate,attachment', ...csvLines, ''].join('\r\n')
}

export const createStatementPdf = (text: string): Buffer =>
  buildPdf({ trailer: `/Info << /Title (${text.replaceAll(/[()\\]/g, '')}) >>` })

export const createUniqId = (): string => randomUUID()

export const createImportFiles = (amounts: Readonly<Record<string, string>>, statementDate?: string) => ({
  ...(statementDate !== undefined && {
    soa: createSoaCsv(
      Object.keys(amounts).map((clientCode) => ({ urefno: clientCode, invdate: statementDate })),
    ),
  }),
  webClient: createWebClientCsv(
    Object.entries(amounts).map(([clientCode, amount]) => ({ urefno: clientCode, uothdep: amount })),
  ),
})

export const createImportRows = (amounts: Readonly<Record<string, string>>, statementDate?: string) =>
  Object.entries(amounts).map(([clientCode, amount]) => ({
    urefno: clientCode,
    uothdep: amount,
    ...(statementDate !== undefined && { invdate: statementDate, attachment: `${clientCode}.pdf` }),
  }))

export const createAmounts = (codes: readonly string[], amount: string) =>
  Object.fromEntries(codes.map((code) => [code, amount]))

export function createCodeGenerator(prefix: string): () => string {
  let codeCount = 0
  return () => `${prefix}-${++codeCount}`
}

type ImportRows = readonly Readonly<Record<string, string>>[]

/**
 * Prepares an import of a list of rows with the columns of both files; returns the import's name. This is
 * faster than uploading files, because no child process parses them.
 */
export async function prepareRows(
  portal: TestPortal,
  admin: LoggedInCaller,
  rows: ImportRows,
  uniqId = createUniqId(),
): Promise<string> {
  await stageList(portal, admin, rows, uniqId)
  return uniqId
}

export async function saveRows(
  portal: TestPortal,
  admin: LoggedInCaller,
  rows: ImportRows,
  saveOptions: SaveOptions = { confirmCorrections: true },
): Promise<string> {
  const uniqId = createUniqId()
  await saveImport(portal.services, await stageList(portal, admin, rows, uniqId), admin.id, saveOptions)
  return uniqId
}

async function stageList({ services }: TestPortal, admin: LoggedInCaller, rows: ImportRows, uniqId: string) {
  const timeZone = services.config.communityTimeZone
  const parsedList = parseMergedList(rows, { timeZone })
  if (parsedList.examples) throw new Error(`ambiguous dates: ${parsedList.examples.join(', ')}`)
  const { batches, order } = parsedList
  return runInTransaction(services, async (tx) => {
    const importFields = {
      uniq_id: uniqId,
      admin_id: admin.id,
      date_order: order,
      content_sha: randomBytes(32),
    }
    const importId = await createImport(tx, importFields)
    await stageRows(tx, importId, batches, timeZone)
    return importId
  })
}

type Refusal = Pick<UntypedBody, 'code' | 'message' | 'errors'>
export type ImportBody = StatementImport & Refusal & { examples: string[] }
export type SavedBody = Static<typeof SavedImport> & Refusal

const NO_ROWS = { count: 0, total: 0, created: 0, updated: 0, unchanged: 0, refused: [], skipped: [] }
export const createSavedAnswer = (counts: Partial<Static<typeof SavedImport>>) => ({ ...NO_ROWS, ...counts })

interface TestImportFiles {
  soa?: string | Buffer
  webClient?: string | Buffer
  uniqId?: string
  dateOrder?: 'DMY' | 'MDY'
}

export function createImportCalls(portal: TestPortal, admin: LoggedInCaller) {
  async function prepareImport({ soa, webClient, uniqId = createUniqId(), dateOrder }: TestImportFiles) {
    const uploadCsv = (content: string | Buffer | undefined, name: string) =>
      content === undefined ? null : uploadFile(portal, admin, 'soa/csv', Buffer.from(content), name)
    const prepareResponse = await admin.post<ImportBody>('/statement-imports', {
      uniqId,
      soaFile: await uploadCsv(soa, 'soa.csv'),
      soaFileName: 'soa.csv',
      webClientFile: await uploadCsv(webClient, 'webclient.csv'),
      webClientFileName: 'webclient.csv',
      ...(dateOrder && { dateOrder }),
    })
    return { uniqId, ...prepareResponse }
  }

  const savePreparedImport = (uniqId: string, saveOptions: SaveOptions = {}) =>
    admin.put<SavedBody>('/tenant-soa-info', { uniqId, ...saveOptions })

  function uploadPdfs(uniqId: string, pdfs: Readonly<Record<string, Buffer | string>>) {
    const form = new FormData()
    for (const [name, content] of Object.entries(pdfs))
      form.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name)
    return postForm<UploadedPdfs & { message: string }>(
      portal,
      admin,
      `/statement-imports/${uniqId}/pdfs`,
      form,
    )
  }

  const findTenant = (code: string) =>
    portal.db
      .selectFrom('tenants')
      .selectAll()
      .where('client_code', '=', code)
      .where('status', '<>', 0)
      .executeTakeFirst()

  return {
    prepare: prepareImport,
    save: savePreparedImport,
    uploadPdfs,
    findTenant,

    async importFiles(
      files: TestImportFiles,
      pdfs?: Parameters<typeof uploadPdfs>[1],
      saveOptions?: SaveOptions,
    ): Promise<string> {
      const { uniqId, status } = await prepareImport(files)
      if (status !== 201) throw new Error(`Preparing answered ${status}.`)
      if (pdfs) await uploadPdfs(uniqId, pdfs)
      const saveAnswer = await savePreparedImport(uniqId, saveOptions)
      if (saveAnswer.status !== 200) throw new Error(`Saving answered ${saveAnswer.status}.`)
      return uniqId
    },

    undo: <Body = UndoneImport>(uniqId: string) => admin.delete<Body>(`/statement-import/${uniqId}`),

    findImportRecord: async (uniqId: string) =>
      (await admin.get<StatementImport>(`/statement-imports/${uniqId}`)).body,

    lines: async (uniqId: string, verdict = '') =>
      (await admin.get<ListOf<ImportRow>>(`/statement-imports/${uniqId}/rows?verdict=${verdict}&limit=0`))
        .body.data,

    listStatements: async (code: string) =>
      portal.db
        .selectFrom('statements')
        .selectAll()
        .where('tenant_id', '=', (await findTenant(code))?.id ?? 0)
        .orderBy('id')
        .execute(),
  }
}
