import { DATE_ORDERS, IMPORT_VERDICTS } from '@tahanan/contract/billing/statement-import.ts'
import type { DateOrder, ImportState, ImportVerdict } from '@tahanan/contract/billing/statement-import.ts'
import { Money, NullableText, NullableTime, Time } from '@tahanan/contract/answers.ts'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { countImport } from './repository.ts'
import type { ImportRow, StagedRow } from './repository.ts'

const text = Type.String()
const count = Type.Integer()
const NullableMoney = Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'Pesos.' })

export const StatementImport = Type.Object({
  uniqId: text,
  state: Type.Unsafe<ImportState>({ type: 'string', enum: ['prepared', 'saving', 'done', 'abandoned'] }),
  soaFileName: text,
  webClientFileName: text,
  total: Type.Integer({ description: 'Rows that are to be saved, without the refused and the skipped.' }),
  saved: count,
  created: count,
  updated: count,
  unchanged: count,
  refused: count,
  skipped: Type.Integer({ description: 'Rows that are older than what is stored, or not confirmed.' }),
  corrections: Type.Integer({
    description: 'Of a prepared import: other amounts for dates which have a statement already.',
  }),
  warned: Type.Integer({ description: 'Rows that one should look at.' }),
  amountBefore: Money,
  amountAfter: Money,
  files: Type.Object({ uploaded: count, bytes: count }),
  missingPdfs: Type.Integer({ description: 'Rows whose PDF did not come.' }),
  extraPdfs: Type.Integer({ description: 'PDFs that no row names.' }),
  admin: Type.Object({ name: text }),
  created_at: Time,
  done_at: NullableTime,
  problem: NullableText,
})
export type StatementImport = Static<typeof StatementImport>

export const DateQuestion = Type.Object({
  state: Type.Literal('question'),
  question: Type.Literal('dateOrder'),
  examples: Type.Array(text, { description: 'Dates of the SOA file as they stand there.' }),
})

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
export async function presentImport(db: DbOrTx, row: ImportRow): Promise<StatementImport> {
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

export const ImportLine = Type.Object({
  row: count,
  file: Type.String({ description: 'The file that the line is of.' }),
  line: count,
  urefno: text,
  uoccname: NullableText,
  verdict: Type.Unsafe<ImportVerdict>({ type: 'string', enum: [...IMPORT_VERDICTS] }),
  reason: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Why it is refused or skipped; of other rows, what to look at.',
  }),
  amountBefore: NullableMoney,
  amountAfter: NullableMoney,
  invdate: NullableTime,
  attachment: NullableText,
})

export function presentLine(of: ImportRow, row: StagedRow): Static<typeof ImportLine> {
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

export const RefusedRow = Type.Object({
  urefno: text,
  row: Type.Integer({
    description: 'Line of the file, or number of the row in pdfFiles; both counted from 1.',
  }),
  file: text,
  reason: text,
})

export function presentRefused(of: ImportRow, row: StagedRow): Static<typeof RefusedRow> {
  return { urefno: row.urefno, row: row.line, file: fileOf(of, row.source), reason: row.reason ?? '' }
}

/** The original name of a file. */
function fileOf(of: ImportRow, source: StagedRow['source']): string {
  if (source === 'list') return 'pdfFiles'
  const [name, kind] =
    source === 'soa' ? [of.soa_file_name, 'SOA file'] : [of.web_client_file_name, 'Web-client file']
  const same = of.soa_file_name.toLowerCase() === of.web_client_file_name.toLowerCase()
  return name === '' ? kind : same ? `${kind}: ${name}` : name
}
