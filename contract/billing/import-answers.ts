import { Type } from 'typebox'
import {
  Count,
  ListOf,
  Money,
  nullable,
  NullableText,
  NullableTime,
  oneOf,
  Time,
  type Answer,
} from '../answers.ts'
import { LedgerEntry } from './answers.ts'
import { EXPORT_KINDS, IMPORT_STATES, IMPORT_VERDICTS } from './statement-import.ts'

const text = Type.String()

export const StatementImport = Type.Object({
  uniqId: text,
  state: oneOf(IMPORT_STATES),
  soaFileName: text,
  webClientFileName: text,
  total: Type.Integer({ description: 'Rows that are to be saved, without the refused and the skipped.' }),
  saved: Count,
  created: Count,
  updated: Count,
  unchanged: Count,
  refused: Count,
  skipped: Type.Integer({ description: 'Rows that are older than what is stored, or not confirmed.' }),
  unexpected: Type.Integer({
    description: 'Refused and skipped rows that the preview would have saved.',
  }),
  corrections: Type.Integer({
    description: 'Of a prepared import: other amounts for dates which have a statement already.',
  }),
  older: Type.Object(
    { rows: Count, amountBefore: Money, amountAfter: Money },
    { description: 'Of a prepared import: rows that are older than the stored statements.' },
  ),
  doubtful: Type.Integer({
    description: "Of a prepared import: rows left out because new codes may be another tenant's.",
  }),
  creatable: Type.Integer({ description: 'Of the doubtful rows: those that can be saved as new tenants.' }),
  notInFiles: Type.Integer({
    description: 'Of a prepared import: tenants with a balance who are not in its files.',
  }),
  inStatement: Type.Number({
    description: 'Of a prepared import: posted payments that its statements hold.',
  }),
  receivedSince: Type.Number({ description: 'Of a prepared import: those that they do not hold.' }),
  moved: Type.Integer({ description: 'Entries that the office moved into its statements, or out of them.' }),
  exported: Type.Object(
    { rows: Count, amount: Money },
    { description: 'Of a prepared import: exported payments that count as received since; saving asks.' },
  ),
  warned: Type.Integer({ description: 'Rows that one should look at.' }),
  unusual: Type.Object(
    { rows: Count, of: Count },
    {
      description: 'Of a prepared import: amounts far from what is expected, of those of which something is.',
    },
  ),
  amountBefore: Money,
  amountAfter: Money,
  files: Type.Object({ uploaded: Count, bytes: Count }),
  missingPdfs: Type.Integer({ description: 'Rows whose PDF did not come.' }),
  extraPdfs: Type.Integer({ description: 'PDFs that no row names.' }),
  admin: Type.Object({ name: text }),
  created_at: Time,
  done_at: NullableTime,
  canUndo: Type.Boolean({ description: 'Saved, with changes, and no later import with changes was.' }),
  undone: Type.Integer({ description: 'Rows that are undone, of those created and updated.' }),
  undone_at: NullableTime,
  kept: Type.Integer({ description: 'Undone rows of which something did not come back.' }),
  problem: nullable(Type.String({ description: 'Why it stopped, where it did.' })),
})
export type StatementImport = Answer<typeof StatementImport>

export const ImportConfirmation = Type.Object({
  state: Type.Literal('question'),
  question: Type.Literal('dateOrder'),
  examples: Type.Array(text, { description: 'Dates of the SOA file as they stand there.' }),
})
export type ImportConfirmation = Answer<typeof ImportConfirmation>

const PreviewLedgerEntry = Type.Object({
  ...Type.Pick(LedgerEntry, ['id', 'date', 'kind', 'label', 'reference', 'amount']).properties,
  inStatement: Type.Boolean({ description: 'The statement holds it.' }),
  moved: Type.Boolean({ description: 'The office decided that.' }),
  canMove: Type.Boolean({ description: 'The row brings a new statement.' }),
  batch: nullable(Type.Integer({ description: 'The Payfile batch that holds it.' })),
  asked: Type.Boolean({ description: 'It was exported and counts as received since.' }),
})
export type PreviewLedgerEntry = Answer<typeof PreviewLedgerEntry>

/**
 * Payfile batch or copy that was exported before the files of a prepared import were read. The import counts
 * its payments as received after the statements, until the office moves them into the statements (rules
 * 7.33).
 */
export const PayfileExportInImport = Type.Object({
  key: Type.String({ description: 'batch-3' }),
  kind: oneOf(EXPORT_KINDS),
  number: Type.Integer(),
  by: NullableText,
  created_at: Time,
  rows: Type.Integer({ description: 'Lines that count as received since' }),
  amount: Money,
  moved: Type.Integer({ description: 'Lines that the office moved into the statements' }),
})
export type PayfileExportInImport = Answer<typeof PayfileExportInImport>

export const ImportRow = Type.Object({
  row: Count,
  file: Type.String({ description: 'The file that the line is of.' }),
  line: Count,
  urefno: text,
  uoccname: NullableText,
  verdict: oneOf(IMPORT_VERDICTS),
  reason: nullable(
    Type.String({
      description:
        'Why it is refused or skipped; of an undone one what did not come back; of others what to look at.',
    }),
  ),
  amountBefore: nullable(Money),
  amountAfter: nullable(Money),
  inStatement: nullable(Type.Number({ description: 'Of a prepared import: posted payments that it holds.' })),
  receivedSince: nullable(Type.Number({ description: 'Of a prepared import: those that it does not hold.' })),
  entries: Type.Array(PreviewLedgerEntry, { description: 'Of a prepared import' }),
  invdate: NullableTime,
  dueDate: NullableText,
  attachment: NullableText,
})
export type ImportRow = Answer<typeof ImportRow>

export const RefusedRow = Type.Object({
  urefno: text,
  row: Type.Integer({
    description: 'Line of the file, or number of the row in pdfFiles; both counted from 1.',
  }),
  file: text,
  reason: text,
})

export const PdfNames = Type.Object({
  ...ListOf(text).properties,
  sha256: Type.Optional(
    Type.Array(text, { description: 'Of `uploaded`: SHA-256 in hex of each file as it was sent.' }),
  ),
})
export type PdfNames = Answer<typeof PdfNames>

export const UploadedPdfs = Type.Object({
  data: Type.Array(
    Type.Object({
      name: text,
      ok: Type.Boolean(),
      message: Type.Optional(Type.String({ description: 'Why it was refused.' })),
    }),
  ),
})
export type UploadedPdfs = Answer<typeof UploadedPdfs>

export const SavedImport = Type.Object({
  count: Type.Integer({ description: 'Rows that were saved.' }),
  total: Type.Integer({ description: 'Rows that were to be saved, without the refused and the skipped.' }),
  created: Count,
  updated: Count,
  unchanged: Count,
  refused: Type.Array(RefusedRow),
  skipped: Type.Array(RefusedRow, {
    description: 'Rows that are older than what is stored, or not confirmed.',
  }),
})

export const UndoneImport = Type.Object({
  message: text,
  restored: Type.Integer({ description: 'Tenants who have the statement and fields of before again.' }),
  closed: Type.Integer({ description: 'Tenants whom the import had made.' }),
  notified: Type.Integer({ description: 'Tenants who are told that their statement was withdrawn.' }),
  kept: Type.Array(RefusedRow, { description: 'What did not come back, and why.' }),
})
export type UndoneImport = Answer<typeof UndoneImport>
