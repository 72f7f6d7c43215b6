import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { UNKNOWN_TENANT } from '#features/imports/select-row-verdicts.ts'
import type { Tx } from '#platform/db/client.ts'
import { normalizePdfName, SOA_COLUMNS, TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import { formatCsvRow } from '@tahanan/contract/csv.ts'
import { formatCsvDate, formatDay } from '@tahanan/contract/time.ts'
import type { Community } from '../community.ts'
import { addMilliseconds, MINUTE } from '../demo-clock.ts'
import type { DemoFile } from '../demo-files.ts'
import { toAccount, type DemoResident, type WithId } from '../people.ts'
import { renderStatementPdf } from '../render-statement-pdf.ts'
import type { DemoMonth } from './months.ts'
import { getCashier } from './plan-payments.ts'

/**
 * Unit whose tenant has moved out. The accounting system still sends a statement for it, but the portal has
 * no such tenant, so the import of this month reports an error in this line.
 */
const MOVED_OUT_UNIT = { month: 2, urefno: 'D-104' } as const

type StatementLine = Awaited<ReturnType<typeof createLine>>

export async function insertStatements(
  tx: Tx,
  community: Community,
  months: readonly DemoMonth[],
): Promise<void> {
  for (const [index, month] of months.entries()) {
    const lines = await Promise.all(
      community.residents.map((resident) => createLine(community, month, index, resident)),
    )
    const refusedUnits = index === MOVED_OUT_UNIT.month ? [MOVED_OUT_UNIT.urefno] : []
    const importId = await insertImport(tx, community, month, lines, refusedUnits)
    await insertRows(tx, month, importId, lines, refusedUnits)
  }
  // The balance of a tenant is the amount of their latest statement (rules 3.16).
  await sql`update tenants t set soa_amount = s.soa_amount, soa_date = s.soa_date, soa_name = s.soa_name,
      title = s.title, updated_at = greatest(t.updated_at, s.created_at)
    from statements s where s.id = (select max(l.id) from statements l where l.tenant_id = t.id)`.execute(tx)
}

const getUploader = (community: Community) => ({ area: 'admin', id: getCashier(community).id }) as const
const getAttachmentName = (code: string, unit: string): string => `SOA_${code}_${unit}.pdf`
const sumPesos = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100

async function createLine(
  community: Community,
  { name, code, dueAt, importedAt }: DemoMonth,
  index: number,
  resident: WithId<DemoResident>,
) {
  const amount = resident.statementAmounts[index] ?? 0
  const payBy = formatDay(dueAt, community.clock.timeZone)
  const pdf = await renderStatementPdf(resident, { month: name, amount, payBy })
  const attachment = getAttachmentName(code, resident.unit)
  const file = community.demoFiles.add('soa/pdf', attachment, pdf, importedAt, getUploader(community))
  file.setOwner('statement', resident.id)
  const previousAmount = resident.statementAmounts[index - 1] ?? 0
  const sha256 = hash('sha256', pdf.bytes, 'buffer')
  return {
    resident,
    amount,
    before: previousAmount,
    payBy,
    attachment,
    bytes: pdf.bytes.length,
    key: file.ref.url,
    sha256,
  }
}

/**
 * Formats rows as a CSV file without escaping values, because the accounting system does not escape them
 * either.
 */
const toBytes = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => formatCsvRow(row.map((plain) => ({ plain })))).join(''))

async function insertImport(
  tx: Tx,
  community: Community,
  { code, soaDate, dueAt, importedAt }: DemoMonth,
  lines: readonly StatementLine[],
  refusedUnits: readonly string[],
): Promise<number> {
  const startedAt = addMilliseconds(importedAt, -7 * MINUTE)
  const admin = getUploader(community)
  const addCsv = (name: string, rows: readonly (readonly string[])[]): DemoFile => {
    const csv = { extension: 'csv', mime: 'text/csv', bytes: toBytes(rows) } as const
    return community.demoFiles.add('soa/csv', name, csv, startedAt, admin)
  }
  const [soaName, webClientName] = [`SOA_${code}.csv`, `WEBCLIENT_${code}.csv`]
  const [date, dueDate] = [soaDate, dueAt].map((at) => formatCsvDate(at, community.clock.timeZone))
  const billedUnits = [...lines.map(({ resident }) => resident.unit), ...refusedUnits]
  const soaCsv = addCsv(soaName, [
    SOA_COLUMNS,
    ...billedUnits.map((unit) => [unit, date ?? '', getAttachmentName(code, unit), dueDate ?? '']),
  ])
  const webClient = addCsv(webClientName, [
    ['urefno', ...TENANT_COLUMNS, 'uothdep'],
    ...lines.map(({ resident, amount }) => {
      const account = toAccount(resident)
      return [resident.unit, ...TENANT_COLUMNS.map((column) => account[column]), amount.toFixed(2)]
    }),
  ])
  const { id } = await tx
    .insertInto('statement_imports')
    .values({
      uniq_id: `demo-${code}`,
      admin_id: admin.id,
      state: 'done',
      soa_file: soaCsv.ref.url,
      web_client_file: webClient.ref.url,
      soa_file_name: soaName,
      web_client_file_name: webClientName,
      total: lines.length,
      saved: lines.length,
      updated: lines.length,
      refused: refusedUnits.length,
      amount_before: sumPesos(lines.map(({ before }) => before)),
      amount_after: sumPesos(lines.map(({ amount }) => amount)),
      pdfs: lines.length,
      pdf_bytes: sumPesos(lines.map(({ bytes }) => bytes)),
      created_at: startedAt,
      saving_at: addMilliseconds(importedAt, -MINUTE),
      done_at: importedAt,
      updated_at: importedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const file of [soaCsv, webClient]) file.setOwner('statementImport', id)
  return id
}

async function insertRows(
  tx: Tx,
  { name, code, soaDate, importedAt }: DemoMonth,
  importId: number,
  lines: readonly StatementLine[],
  refusedUnits: readonly string[],
): Promise<void> {
  const createRowColumns = (rowIndex: number) => ({
    import_id: importId,
    row: rowIndex + 1,
    line: rowIndex + 2,
    invdate: soaDate,
  })
  const rows = lines.map(({ resident, amount, before, payBy, attachment, key, sha256 }, rowIndex) => ({
    ...createRowColumns(rowIndex),
    source: 'webClient',
    urefno: resident.unit,
    verdict: 'changed',
    tenant_id: resident.id,
    fields: JSON.stringify(toAccount(resident)),
    amount,
    due_date: payBy,
    attachment,
    pdf: normalizePdfName(attachment),
    amount_before: before,
    amount_after: amount,
    statement: true,
    file_key: key,
    file_sha: sha256,
    saved_at: importedAt,
  }))
  const refusedRows = refusedUnits.map((urefno, rowIndex) => ({
    ...createRowColumns(lines.length + rowIndex),
    source: 'soa',
    urefno,
    verdict: 'refused',
    reason: UNKNOWN_TENANT,
    attachment: getAttachmentName(code, urefno),
  }))
  const files = lines.map(({ attachment, key, sha256, bytes }) => ({
    import_id: importId,
    name: normalizePdfName(attachment),
    original_name: attachment,
    file_key: key,
    sha256,
    bytes,
  }))
  const statements = lines.map(({ resident, amount, payBy, attachment, key, sha256 }) => ({
    tenant_id: resident.id,
    import_id: importId,
    title: `Statement of Account, ${name}`,
    soa_amount: amount,
    soa_date: soaDate,
    due_date: payBy,
    soa_name: key.slice('soa/pdf/'.length),
    attachment,
    sha256,
    created_at: importedAt,
    updated_at: importedAt,
  }))
  await tx
    .insertInto('statement_import_rows')
    .values([...rows, ...refusedRows])
    .execute()
  await tx.insertInto('statement_import_files').values(files).execute()
  await tx.insertInto('statements').values(statements).execute()
}
