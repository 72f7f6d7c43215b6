import { pdfName } from '@tahanan/contract/billing/statement-import.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { prepared } from '../../db/client.ts'
import type { Tx } from '../../db/client.ts'
import { PortalError } from '../../errors.ts'
import { comparedRows, UNKNOWN_TENANT } from './compare.ts'
import type { MergedRow } from './merged-rows.ts'

/** What is kept of an import beside its rows. Keys and names are of its two CSV files. */
export interface ImportHead {
  readonly uniqId: string
  readonly adminId: number
  readonly soaFile: string | null
  readonly soaFileName: string
  readonly webClientFile: string | null
  readonly webClientFileName: string
  readonly dateOrder: DateOrder | null
  /** SHA-256 of the list of a `PUT /tenant-soa-info`: the same list again is the same import. */
  readonly contentSha: Buffer | null
}

const HEAD = 'soa_file, web_client_file, soa_file_name, web_client_file_name, date_order, content_sha'

/**
 * Begins an import, or an open one of this name anew: what it had staged is forgotten, PDFs that came for it stay. Answers
 * its id. Of two calls at once the second waits for the first. Throws 409 when its saving has begun.
 */
export async function openImport(tx: Tx, head: ImportHead): Promise<number> {
  const [row] = await prepared<{ id: number }>(
    tx,
    'imports.open',
    `insert into statement_imports (uniq_id, admin_id, ${HEAD}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (uniq_id) where state in ('prepared', 'saving') do update set admin_id = excluded.admin_id,
       (${HEAD}) = (excluded.soa_file, excluded.web_client_file, excluded.soa_file_name, excluded.web_client_file_name,
         excluded.date_order, excluded.content_sha), problem = null, updated_at = clock_timestamp()
     where statement_imports.state = 'prepared'
     returning id`,
    [
      head.uniqId,
      head.adminId,
      head.soaFile,
      head.webClientFile,
      head.soaFileName,
      head.webClientFileName,
      head.dateOrder,
      head.contentSha,
    ],
  )
  if (!row) throw new PortalError('alreadyDone')
  await prepared(tx, 'imports.unstage', 'delete from statement_import_rows where import_id = $1', [row.id])
  return row.id
}

const BATCH = 1000
const COMPARE_BATCH = 5000

const INSERT = `
  insert into statement_import_rows (import_id, row, source, line, urefno, verdict, reason, fields, amount, invdate, attachment, pdf)
  select $1, r.row, r.source, r.line, r.urefno, case when r.reason is null then 'new' else 'refused' end, r.reason,
    coalesce(r.fields, '{}'), r.amount, r.invdate, r.attachment, nullif(r.pdf, '')
  from jsonb_to_recordset($2::jsonb) as r(row integer, source text, line integer, urefno text, reason text, fields jsonb,
    amount numeric, invdate timestamptz, attachment text, pdf text)`

const COMPARE = `
  with compared as (${comparedRows('r.row between $2 and $3')})
  update statement_import_rows r set tenant_id = c.tenant_id,
    verdict = case when c.tenant_id is null and c.amount is null then 'refused' when c.tenant_id is null then 'new'
      when c.fields_change or c.figures_change then 'changed' else 'unchanged' end,
    reason = case when c.tenant_id is null and c.amount is null then $4
      when c.older then 'This tenant has a newer statement already; this one takes its place.' end,
    amount_before = c.amount_before, amount_after = c.amount_after, sha_before = c.sha_before
  from compared c where r.import_id = $1 and r.row = c.row`

const COUNT = `
  update statement_imports i set total = n.total, created = n.created, updated = n.updated, unchanged = n.unchanged,
    refused = n.refused, amount_before = n.amount_before, amount_after = n.amount_after, saved = 0
  from (
    select count(*) filter (where verdict <> 'refused') as total, count(*) filter (where verdict = 'new') as created,
      count(*) filter (where verdict = 'changed') as updated, count(*) filter (where verdict = 'unchanged') as unchanged,
      count(*) filter (where verdict = 'refused') as refused,
      coalesce(sum(amount_before) filter (where verdict <> 'refused'), 0) as amount_before,
      coalesce(sum(amount_after) filter (where verdict <> 'refused'), 0) as amount_after
    from statement_import_rows where import_id = $1
  ) as n where i.id = $1`

/** Writes an import's rows and compares them with the tenants. Nothing of a tenant changes. */
export async function stageRows(tx: Tx, importId: number, rows: readonly MergedRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH).map((row, index) => asRecord(row, from + index + 1))
    await prepared(tx, 'imports.stage', INSERT, [importId, JSON.stringify(batch)])
  }
  for (let from = 1; from <= rows.length; from += COMPARE_BATCH) {
    const to = from + COMPARE_BATCH - 1
    await prepared(tx, 'imports.compare', COMPARE, [importId, from, to, UNKNOWN_TENANT])
  }
  await prepared(tx, 'imports.count', COUNT, [importId])
}

function asRecord({ source, line, urefno, reason, webClient, soa }: MergedRow, row: number) {
  return {
    row,
    source,
    line,
    urefno,
    reason,
    fields: webClient?.fields,
    amount: webClient?.amount,
    invdate: soa?.invdate,
    attachment: soa?.attachment,
    pdf: soa && pdfName(soa.attachment),
  }
}
