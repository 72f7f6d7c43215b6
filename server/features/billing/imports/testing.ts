import type { ImportRow } from '@tahanan/contract/billing/import-answers.ts'
import { randomUUID } from 'node:crypto'
import { pdfWith } from '../../../platform/files/content/testing-samples.ts'
import type { LoggedIn } from '../../../testing/callers.ts'
import type { TestPortal } from '../../../testing/portal.ts'
import { uploadFile } from '../../../testing/uploads.ts'

/** A web-client row with all its columns. */
export interface WebClientLine {
  urefno: string
  uothdep: string
  uoccname?: string
  uocctel1?: string
}
export interface SoaLine {
  urefno: string
  invdate?: string
  attachment?: string
}

const WEB_CLIENT =
  'urefno,uoccname,uoccpers,uocctel1,uocctel2,ubtname,ubaddln1,ubaddln2,ubaddln3,ubaddln4,uothdep'

/** The web-client file as an accounting system writes it. */
export function webClientCsv(lines: readonly WebClientLine[]): string {
  const rows = lines.map(
    ({ urefno, uothdep, uoccname = `Occupant ${urefno}`, uocctel1 = '0917' }) =>
      `${urefno},${uoccname},Person,${uocctel1},,Business,Unit 1,Street,City,Metro Manila,"${uothdep}"`,
  )
  return [WEB_CLIENT, ...rows, ''].join('\r\n')
}

/** The SOA file. */
export function soaCsv(lines: readonly SoaLine[]): string {
  const rows = lines.map(
    ({ urefno, invdate = '31/10/2026', attachment = `${urefno}.pdf` }) =>
      `${urefno},${invdate},${attachment}`,
  )
  return ['urefno,invdate,attachment', ...rows, ''].join('\r\n')
}

/** A small PDF that is like no other of another text. */
export const statementPdf = (text: string): Buffer =>
  pdfWith(`<< /Title (${text.replaceAll(/[()\\]/g, '')}) >>`)

export const newUniqId = (): string => randomUUID()

export interface ImportBody {
  uniqId: string
  state: string
  total: number
  saved: number
  created: number
  updated: number
  unchanged: number
  refused: number
  skipped: number
  corrections: number
  warned: number
  amountBefore: number
  amountAfter: number
  files: { uploaded: number; bytes: number }
  missingPdfs: number
  extraPdfs: number
  examples: string[]
  errors: Record<string, string[]>
  message: string
}

export interface SavedBody {
  count: number
  total: number
  created: number
  updated: number
  unchanged: number
  refused: { urefno: string; row: number; file: string; reason: string }[]
  skipped: { urefno: string; row: number; file: string; reason: string }[]
  code: string
  message: string
  errors: Record<string, string[]>
}

export interface LineBody extends Pick<ImportRow, 'entries'> {
  row: number
  file: string
  line: number
  urefno: string
  verdict: string
  reason: string | null
  amountBefore: number | null
  amountAfter: number | null
  invdate: string | null
}

/** Uploads the files (texts or bytes) and prepares an import of them. */
export async function prepare(
  portal: TestPortal,
  who: LoggedIn,
  given: {
    soa?: string | Buffer
    webClient?: string | Buffer
    uniqId?: string
    dateOrder?: 'DMY' | 'MDY'
  },
) {
  const upload = (content: string | Buffer | undefined, name: string) =>
    content === undefined ? null : uploadFile(portal, who, 'soa/csv', Buffer.from(content), name)
  const uniqId = given.uniqId ?? newUniqId()
  const answer = await who.post<ImportBody>('/statement-imports', {
    uniqId,
    soaFile: await upload(given.soa, 'soa.csv'),
    soaFileName: 'soa.csv',
    webClientFile: await upload(given.webClient, 'webclient.csv'),
    webClientFileName: 'webclient.csv',
    ...(given.dateOrder && { dateOrder: given.dateOrder }),
  })
  return { uniqId, ...answer }
}

export const save = (who: LoggedIn, uniqId: string) => who.put<SavedBody>('/tenant-soa-info', { uniqId })

export const lines = async (who: LoggedIn, uniqId: string, verdict = '') =>
  (
    await who.get<{ data: LineBody[]; total: number }>(
      `/statement-imports/${uniqId}/rows?verdict=${verdict}&limit=0`,
    )
  ).body.data

/** Uploads PDFs in one call. */
export async function uploadPdfs(
  portal: TestPortal,
  who: LoggedIn,
  uniqId: string,
  pdfs: Readonly<Record<string, Buffer | string>>,
) {
  const form = new FormData()
  for (const [name, content] of Object.entries(pdfs))
    form.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/statement-imports/${uniqId}/pdfs`,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return {
    status: answer.statusCode,
    body: answer.json<{ data: { name: string; ok: boolean; message?: string }[]; message: string }>(),
  }
}

/** The living tenant of a client code, as the database has it. */
export const tenantOf = (portal: TestPortal, code: string) =>
  portal.db
    .selectFrom('tenants')
    .selectAll()
    .where('client_code', '=', code)
    .where('status', '<>', 0)
    .executeTakeFirst()

/** The statements of a tenant, the oldest first. */
export const statementsOf = (portal: TestPortal, tenantId: number) =>
  portal.db.selectFrom('statements').selectAll().where('tenant_id', '=', tenantId).orderBy('id').execute()
