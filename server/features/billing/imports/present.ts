import { DATE_ORDERS } from '@tahanan/contract/billing/statement-import.ts'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'
import type { ImportRow, RefusedRow, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { countImport } from './repository.ts'
import type { ImportRow as StoredImport, StagedRow } from './repository.ts'

export const DateOrderField = Type.Optional(
  Type.Unsafe<DateOrder>({
    type: 'string',
    enum: [...DATE_ORDERS],
    description: 'Where nothing in the file tells whether the day or the month comes first.',
  }),
)

/**
 * An import as it leaves the server: of a prepared one what its rows will do with the PDFs that came so far, else what its
 * record says.
 */
export async function presentImport(db: DbOrTx, row: StoredImport): Promise<Static<typeof StatementImport>> {
  const open = row.state === 'prepared' || row.state === 'saving'
  const live = open ? await countImport(db, row.id) : undefined
  const outcome = row.state === 'prepared' && live ? live : row
  return {
    uniqId: row.uniq_id,
    state: row.state,
    soaFileName: row.soa_file_name,
    webClientFileName: row.web_client_file_name,
    total: row.total,
    saved: row.saved,
    created: outcome.created,
    updated: outcome.updated,
    unchanged: outcome.unchanged,
    refused: row.refused,
    skipped: row.skipped,
    corrections: live?.corrections ?? 0,
    warned: live?.warned ?? 0,
    amountBefore: row.amount_before,
    amountAfter: row.amount_after,
    files: { uploaded: live?.files ?? row.pdfs, bytes: live?.bytes ?? row.pdf_bytes },
    missingPdfs: live?.missing ?? row.missing_pdfs,
    extraPdfs: live?.extra ?? row.extra_pdfs,
    admin: { name: row.admin_name },
    created_at: row.created_at,
    done_at: row.done_at,
    problem: row.problem,
  }
}

export function presentLine(of: StoredImport, row: StagedRow): Static<typeof ImportRow> {
  return {
    row: row.row,
    file: fileOf(of, row.source),
    line: row.line,
    urefno: row.urefno,
    uoccname: row.uoccname,
    verdict: row.verdict,
    reason: row.reason,
    amountBefore: row.amount_before,
    amountAfter: row.amount_after,
    invdate: row.invdate,
    attachment: row.attachment || null,
  }
}

export function presentRefused(of: StoredImport, row: StagedRow): Static<typeof RefusedRow> {
  return { urefno: row.urefno, row: row.line, file: fileOf(of, row.source), reason: row.reason ?? '' }
}

/** The original name of a file. */
function fileOf(of: StoredImport, source: StagedRow['source']): string {
  if (source === 'list') return 'pdfFiles'
  const [name, kind] =
    source === 'soa' ? [of.soa_file_name, 'SOA file'] : [of.web_client_file_name, 'Web-client file']
  const same = of.soa_file_name.toLowerCase() === of.web_client_file_name.toLowerCase()
  return name === '' ? kind : same ? `${kind}: ${name}` : name
}
