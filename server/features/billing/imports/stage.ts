import { pdfName } from '@tahanan/contract/billing/statement-import.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import { planned, prepared } from '../../../platform/db/client.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { PortalError } from '../../../platform/errors.ts'
import { COMPARED, GOES_IN, REASONS, UNKNOWN_TENANT, WITH_TENANT } from './compare.ts'
import type { MergedRow } from './reading/merged-rows.ts'

/** Record of an import beside its rows. Keys and names are of its two CSV files. */
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
         excluded.date_order, excluded.content_sha), problem = null, updated_at = clock_timestamp(),
       prepared_at = clock_timestamp()
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

const BATCH = 200

const STAGE = `
  insert into statement_import_rows (import_id, row, source, line, urefno, fields, amount, invdate, attachment, pdf,
    tenant_id, verdict, reason, amount_before, amount_after, sha_before, correction)
  select $1, c.row, c.source, c.line, c.urefno, coalesce(c.fields, '{}'), c.amount, c.invdate, c.attachment, nullif(c.pdf, ''),
    c.tenant_id,
    case when c.reason is not null or (c.tenant_id is null and c.amount is null) then 'refused' when c.tenant_id is null then 'new'
      when c.older then 'skipped'
      when c.fields_change or c.figures_change then 'changed' else 'unchanged' end,
    case when c.reason is not null then c.reason when c.tenant_id is null and c.amount is null then $3
      when c.older then '${REASONS.older}' when c.correction then '${REASONS.correction}' end,
    c.amount_before, c.amount_after, c.sha_before, c.reason is null and coalesce(c.correction, false)
  from (
    select r.*, ${COMPARED}
    from jsonb_to_recordset($2::jsonb) as r(row integer, source text, line integer, urefno text, reason text, fields jsonb,
      amount numeric, invdate timestamptz, attachment text, pdf text)
    ${WITH_TENANT}
  ) as c`

const COUNT = `
  update statement_imports i set total = n.total, created = n.created, updated = n.updated, unchanged = n.unchanged,
    refused = n.refused, skipped = n.skipped, amount_before = n.amount_before, amount_after = n.amount_after, saved = 0
  from (
    select count(*) filter (where ${GOES_IN}) as total, count(*) filter (where verdict = 'new') as created,
      count(*) filter (where verdict = 'changed') as updated, count(*) filter (where verdict = 'unchanged') as unchanged,
      count(*) filter (where verdict = 'refused') as refused, count(*) filter (where verdict = 'skipped') as skipped,
      coalesce(sum(amount_before) filter (where ${GOES_IN}), 0) as amount_before,
      coalesce(sum(amount_after) filter (where ${GOES_IN}), 0) as amount_after
    from statement_import_rows where import_id = $1
  ) as n where i.id = $1`

/** Writes an import's rows as they are read, and compares them with the tenants. Nothing of a tenant changes. */
export async function stageRows(
  tx: Tx,
  importId: number,
  batches: AsyncIterable<readonly MergedRow[]>,
): Promise<void> {
  let staged = 0
  let waiting: ReturnType<typeof asRecord>[] = []
  const write = async (): Promise<void> => {
    if (waiting.length > 0) await planned(tx, STAGE, [importId, JSON.stringify(waiting), UNKNOWN_TENANT])
    waiting = []
  }
  for await (const batch of batches) {
    for (const row of batch) waiting.push(asRecord(row, ++staged))
    if (waiting.length >= BATCH) await write()
  }
  await write()
  await planned(tx, COUNT, [importId])
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
