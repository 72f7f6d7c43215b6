import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { buildPdf } from '#platform/files/content/pdf/testing-pdfs.ts'
import type { LoggedIn, LooseBody } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import { postForm, uploadFile } from '#testing/uploads.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  ImportRow,
  ReceivedPdfs,
  SavedImport,
  StatementImport,
  UndoneImport,
} from '@tahanan/contract/billing/import-answers.ts'
import type { SaveOptions } from './saving/save.ts'

/** A web-client row with all its columns. */
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

/** A small PDF, unique per text. */
export const statementPdf = (text: string): Buffer =>
  buildPdf({ trailer: `/Info << /Title (${text.replaceAll(/[()\\]/g, '')}) >>` })

export const newUniqId = (): string => randomUUID()

/** Both files of statements of a date, an amount for each tenant; without a date the web-client file alone. */
export const filesOf = (amounts: Readonly<Record<string, string>>, invdate?: string) => ({
  ...(invdate !== undefined && { soa: soaCsv(Object.keys(amounts).map((urefno) => ({ urefno, invdate }))) }),
  webClient: webClientCsv(Object.entries(amounts).map(([urefno, uothdep]) => ({ urefno, uothdep }))),
})

/** An amount for each of these tenants. */
export const amountsOf = (codes: readonly string[], amount: string) =>
  Object.fromEntries(codes.map((code) => [code, amount]))

/** Returns client codes that no other tenant of a test has: 'OLD-1', 'OLD-2'. */
export function codeMaker(prefix: string): () => string {
  let made = 0
  return () => `${prefix}-${++made}`
}

type Refusal = Pick<LooseBody, 'code' | 'message' | 'errors'>
export type ImportBody = StatementImport & Refusal & { examples: string[] }
export type SavedBody = Static<typeof SavedImport> & Refusal

const NO_ROWS = { count: 0, total: 0, created: 0, updated: 0, unchanged: 0, refused: [], skipped: [] }
/** The whole answer of a saving with these counts; the others are zero. */
export const savedAnswer = (counts: Partial<typeof NO_ROWS>) => ({ ...NO_ROWS, ...counts })

interface GivenFiles {
  soa?: string | Buffer
  webClient?: string | Buffer
  uniqId?: string
  dateOrder?: 'DMY' | 'MDY'
}

/** Imports of a portal as its administrator makes them, each step through the call itself. */
export function importsOf(portal: TestPortal, admin: LoggedIn) {
  /** Uploads the files (texts or bytes) and prepares an import of them. */
  async function prepare({ soa, webClient, uniqId = newUniqId(), dateOrder }: GivenFiles) {
    const upload = (content: string | Buffer | undefined, name: string) =>
      content === undefined ? null : uploadFile(portal, admin, 'soa/csv', Buffer.from(content), name)
    const answer = await admin.post<ImportBody>('/statement-imports', {
      uniqId,
      soaFile: await upload(soa, 'soa.csv'),
      soaFileName: 'soa.csv',
      webClientFile: await upload(webClient, 'webclient.csv'),
      webClientFileName: 'webclient.csv',
      ...(dateOrder && { dateOrder }),
    })
    return { uniqId, ...answer }
  }

  const save = (uniqId: string, confirmed: SaveOptions = {}) =>
    admin.put<SavedBody>('/tenant-soa-info', { uniqId, ...confirmed })

  /** Uploads PDFs in one call. */
  function uploadPdfs(uniqId: string, pdfs: Readonly<Record<string, Buffer | string>>) {
    const form = new FormData()
    for (const [name, content] of Object.entries(pdfs))
      form.append('files', new Blob([new Uint8Array(Buffer.from(content))]), name)
    return postForm<ReceivedPdfs & { message: string }>(
      portal,
      admin,
      `/statement-imports/${uniqId}/pdfs`,
      form,
    )
  }

  /** The living tenant of a client code, as the database has it. */
  const tenantOf = (code: string) =>
    portal.db
      .selectFrom('tenants')
      .selectAll()
      .where('client_code', '=', code)
      .where('status', '<>', 0)
      .executeTakeFirst()

  return {
    prepare,
    save,
    uploadPdfs,
    tenantOf,

    /** Prepares an import, with these PDFs, and saves it; returns its name. */
    async importFiles(
      files: GivenFiles,
      pdfs?: Parameters<typeof uploadPdfs>[1],
      confirmed?: SaveOptions,
    ): Promise<string> {
      const { uniqId, status } = await prepare(files)
      if (status !== 201) throw new Error(`Preparing was answered ${status}.`)
      if (pdfs) await uploadPdfs(uniqId, pdfs)
      const saved = await save(uniqId, confirmed)
      if (saved.status !== 200) throw new Error(`Saving was answered ${saved.status}.`)
      return uniqId
    },

    undo: <Body = UndoneImport>(uniqId: string) => admin.delete<Body>(`/statement-import/${uniqId}`),

    /** Reads the record of an import. */
    recordOf: async (uniqId: string) =>
      (await admin.get<StatementImport>(`/statement-imports/${uniqId}`)).body,

    lines: async (uniqId: string, verdict = '') =>
      (await admin.get<ListOf<ImportRow>>(`/statement-imports/${uniqId}/rows?verdict=${verdict}&limit=0`))
        .body.data,

    /** The statements of a living tenant, the oldest first. */
    statementsOf: async (code: string) =>
      portal.db
        .selectFrom('statements')
        .selectAll()
        .where('tenant_id', '=', (await tenantOf(code))?.id ?? 0)
        .orderBy('id')
        .execute(),
  }
}
