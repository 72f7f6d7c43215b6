import { hash } from 'node:crypto'
import { pdfName, TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import { formatCsvDate, formatDay } from '@tahanan/contract/time.ts'
import { sql } from 'kysely'
import { UNKNOWN_TENANT } from '../../features/billing/imports/compare.ts'
import type { Tx } from '../../platform/db/client.ts'
import { later, MINUTE } from '../clock.ts'
import type { DemoClock } from '../clock.ts'
import type { ChestFile, FileChest } from '../file-chest.ts'
import type { MadeFile } from '../pictures/album.ts'
import type { DemoResident } from '../residents.ts'
import { statementPdf } from '../statement.ts'
import type { DemoMonth } from './months.ts'

export interface StatementParts {
  readonly residents: readonly DemoResident[]
  /** Ids of the residents, and what the accounting system knows of each, in their order. */
  readonly tenants: readonly number[]
  readonly accounts: readonly Readonly<Record<(typeof TENANT_COLUMNS)[number], string>>[]
  readonly months: readonly DemoMonth[]
  /** By resident and month, in pesos. */
  readonly balances: readonly (readonly number[])[]
  readonly chest: FileChest
  readonly clock: DemoClock
  /** Who imports. */
  readonly adminId: number
}

/** Somebody whom the accounting system still bills and the portal does not know; refused in this month's import. */
const MOVED_OUT = { month: 2, urefno: 'D-104' } as const

interface StatementFile {
  readonly pdf: MadeFile
  readonly file: ChestFile
  readonly sha256: Buffer
  readonly attachment: string
}

/**
 * Writes the recorded imports of the last months with their rows, files and statements, as the import itself leaves them;
 * the tenants' own columns repeat the latest.
 */
export async function insertStatements(tx: Tx, parts: StatementParts): Promise<void> {
  for (const [index, month] of parts.months.entries()) {
    const pdfs = await Promise.all(
      parts.residents.map((resident, nth) => makePdf(parts, resident, nth, index)),
    )
    const importId = await insertImport(tx, parts, index, pdfs)
    await insertRows(tx, parts, index, importId, pdfs)
    await insertPdfs(tx, parts, month, importId, pdfs)
  }
  await repeatLatest(tx)
}

async function makePdf(
  { months, balances, chest, clock }: StatementParts,
  resident: DemoResident,
  nth: number,
  index: number,
): Promise<StatementFile> {
  const { name, code, dueAt, importedAt } = months[index] as DemoMonth
  const amount = balances[nth]?.[index] ?? 0
  const pdf = await statementPdf({ ...resident, soaAmount: amount }, name, formatDay(dueAt, clock.timeZone))
  const attachment = `SOA_${code}_${resident.clientCode}.pdf`
  return {
    pdf,
    file: chest.add('soa/pdf', attachment, pdf, importedAt),
    sha256: hash('sha256', pdf.bytes, 'buffer'),
    attachment,
  }
}

async function insertImport(
  tx: Tx,
  parts: StatementParts,
  index: number,
  pdfs: readonly StatementFile[],
): Promise<number> {
  const { months, balances, chest, adminId, residents } = parts
  const { code, importedAt } = months[index] as DemoMonth
  const startedAt = later(importedAt, -7 * MINUTE)
  const csv = csvFiles(parts, index, pdfs)
  const files = [csv.soa, csv.webClient].map((text, which) =>
    chest.add('soa/csv', `${which === 0 ? 'SOA' : 'WEBCLIENT'}_${code}.csv`, csvFile(text), startedAt),
  )
  const total = (month: number) => round(balances.reduce((sum, amounts) => sum + (amounts[month] ?? 0), 0))
  const { id } = await tx
    .insertInto('statement_imports')
    .values({
      uniq_id: `demo-${code}`,
      admin_id: adminId,
      state: 'done',
      soa_file: files[0]?.ref.url ?? null,
      web_client_file: files[1]?.ref.url ?? null,
      soa_file_name: `SOA_${code}.csv`,
      web_client_file_name: `WEBCLIENT_${code}.csv`,
      total: residents.length,
      saved: residents.length,
      updated: residents.length,
      refused: index === MOVED_OUT.month ? 1 : 0,
      amount_before: index === 0 ? 0 : total(index - 1),
      amount_after: total(index),
      pdfs: pdfs.length,
      pdf_bytes: pdfs.reduce((sum, { pdf }) => sum + pdf.bytes.length, 0),
      created_at: startedAt,
      saving_at: later(importedAt, -MINUTE),
      done_at: importedAt,
      updated_at: importedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('files')
    .values(
      files.map((file) =>
        file.row({
          uploader_area: 'admin',
          uploader_id: adminId,
          owner_kind: 'statementImport',
          owner_id: id,
        }),
      ),
    )
    .execute()
  return id
}

const round = (pesos: number): number => Math.round(pesos * 100) / 100

/** The two files as the accounting system exports them (rules 7.4). */
function csvFiles(
  { residents, accounts, balances, months, clock }: StatementParts,
  index: number,
  pdfs: readonly StatementFile[],
): { soa: string; webClient: string } {
  const date = formatCsvDate((months[index] as DemoMonth).soaDate, clock.timeZone)
  const soa = residents.map(({ clientCode }, nth) => [clientCode, date, pdfs[nth]?.attachment ?? ''])
  if (index === MOVED_OUT.month) soa.push([MOVED_OUT.urefno, date, `SOA_${MOVED_OUT.urefno}.pdf`])
  const webClient = residents.map(({ clientCode }, nth) => [
    clientCode,
    ...TENANT_COLUMNS.map((column) => accounts[nth]?.[column] ?? ''),
    (balances[nth]?.[index] ?? 0).toFixed(2),
  ])
  return {
    soa: lines([['urefno', 'invdate', 'attachment'], ...soa]),
    webClient: lines([['urefno', ...TENANT_COLUMNS, 'uothdep'], ...webClient]),
  }
}

const lines = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')
    .concat('\r\n')

const csvFile = (text: string): MadeFile => ({
  extension: 'csv',
  mime: 'text/csv',
  bytes: Buffer.from(text),
})

async function insertRows(
  tx: Tx,
  { residents, tenants, accounts, months, balances }: StatementParts,
  index: number,
  importId: number,
  pdfs: readonly StatementFile[],
): Promise<void> {
  const { soaDate, importedAt } = months[index] as DemoMonth
  const rows = residents.map(({ clientCode }, nth) => {
    const pdf = pdfs[nth] as StatementFile
    const amount = balances[nth]?.[index] ?? 0
    return {
      import_id: importId,
      row: nth + 1,
      source: 'webClient',
      line: nth + 2,
      urefno: clientCode,
      verdict: 'changed',
      tenant_id: tenants[nth] ?? null,
      fields: JSON.stringify(accounts[nth]),
      amount,
      invdate: soaDate,
      attachment: pdf.attachment,
      pdf: pdfName(pdf.attachment),
      amount_before: index === 0 ? 0 : (balances[nth]?.[index - 1] ?? 0),
      amount_after: amount,
      statement: true,
      file_key: pdf.file.ref.url,
      file_sha: pdf.sha256,
      saved_at: importedAt,
    }
  })
  await tx.insertInto('statement_import_rows').values(rows).execute()
  if (index !== MOVED_OUT.month) return
  await tx
    .insertInto('statement_import_rows')
    .values({
      import_id: importId,
      row: rows.length + 1,
      source: 'soa',
      line: rows.length + 2,
      urefno: MOVED_OUT.urefno,
      verdict: 'refused',
      reason: UNKNOWN_TENANT,
      invdate: soaDate,
      attachment: `SOA_${MOVED_OUT.urefno}.pdf`,
    })
    .execute()
}

/** The PDFs' rows, the names they came under, and the statements that they are of. */
async function insertPdfs(
  tx: Tx,
  { residents, tenants, balances, months, adminId }: StatementParts,
  { name, soaDate, importedAt }: DemoMonth,
  importId: number,
  pdfs: readonly StatementFile[],
): Promise<void> {
  const index = months.findIndex((month) => month.name === name)
  await tx
    .insertInto('files')
    .values(
      pdfs.map(({ file }, nth) =>
        file.row({
          uploader_area: 'admin',
          uploader_id: adminId,
          owner_kind: 'statement',
          owner_id: tenants[nth] ?? 0,
        }),
      ),
    )
    .execute()
  await tx
    .insertInto('statement_import_files')
    .values(
      pdfs.map(({ attachment, file, sha256, pdf }) => ({
        import_id: importId,
        name: pdfName(attachment),
        original_name: attachment,
        file_key: file.ref.url,
        sha256,
        bytes: pdf.bytes.length,
      })),
    )
    .execute()
  await tx
    .insertInto('statements')
    .values(
      residents.map((_, nth) => ({
        tenant_id: tenants[nth] ?? 0,
        import_id: importId,
        title: `Statement of Account, ${name}`,
        soa_amount: balances[nth]?.[index] ?? 0,
        soa_date: soaDate,
        soa_name: soaName(pdfs[nth] as StatementFile),
        attachment: pdfs[nth]?.attachment ?? null,
        sha256: pdfs[nth]?.sha256 ?? null,
        created_at: importedAt,
        updated_at: importedAt,
      })),
    )
    .execute()
}

const soaName = ({ file }: StatementFile): string => file.ref.url.slice('soa/pdf/'.length)

/** What a tenant owes is what the latest statement says. */
async function repeatLatest(tx: Tx): Promise<void> {
  await sql`update tenants t set soa_amount = s.soa_amount, soa_date = s.soa_date, soa_name = s.soa_name, title = s.title,
      updated_at = greatest(t.updated_at, s.created_at)
    from statements s where s.id = (select max(l.id) from statements l where l.tenant_id = t.id)`.execute(tx)
}
