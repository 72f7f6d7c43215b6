import { Type, type Static } from 'typebox'
import type { DbOrTx } from '#platform/db/client.ts'
import { oneOf } from '@tahanan/contract/answers.ts'
import type { ImportRow, RefusedRow, StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { DATE_ORDERS } from '@tahanan/contract/billing/statement-import.ts'
import { formatPesos, sumAmounts } from '@tahanan/contract/money.ts'
import { RECEIVED_KINDS, type PreviewEntry } from './preview/select-preview-entries.ts'
import {
  countImportRows,
  findPreviewTotals,
  type ImportRow as StoredImport,
  type StagedRow,
} from './repository.ts'

export const DateOrderField = Type.Optional(
  oneOf(DATE_ORDERS, {
    description: 'Where nothing in the file tells whether the day or the month comes first.',
  }),
)

export async function presentImport(
  db: DbOrTx,
  row: StoredImport,
  timeZone: string,
): Promise<Static<typeof StatementImport>> {
  const isOpen = row.state === 'prepared' || row.state === 'saving'
  const currentCounts = isOpen ? await countImportRows(db, row.id) : undefined
  const { exported, ...preview } =
    row.state === 'prepared' ? await findPreviewTotals(db, row.id, timeZone) : NO_PREVIEW
  const { created, updated, unchanged } = row.state === 'prepared' && currentCounts ? currentCounts : row
  return {
    ...row,
    ...preview,
    created,
    updated,
    unchanged,
    corrections: currentCounts?.corrections ?? 0,
    exported,
    warned: (currentCounts?.warned ?? 0) + preview.doubtful + exported.warned,
    unusual: { rows: currentCounts?.far ?? 0, of: currentCounts?.judged ?? 0 },
    files: { uploaded: currentCounts?.files ?? row.pdfs, bytes: currentCounts?.bytes ?? row.pdfBytes },
    missingPdfs: currentCounts?.missing ?? row.missingPdfs,
    extraPdfs: currentCounts?.extra ?? row.extraPdfs,
    admin: { name: row.adminName },
  }
}

const NO_PREVIEW = {
  older: { rows: 0, amountBefore: 0, amountAfter: 0 },
  doubtful: 0,
  creatable: 0,
  notInFiles: 0,
  inStatement: 0,
  receivedSince: 0,
  exported: { rows: 0, amount: 0, warned: 0 },
}

export function presentLine(
  of: StoredImport,
  row: StagedRow,
  entries: PreviewEntry[] | undefined,
): Static<typeof ImportRow> {
  return {
    ...row,
    reason: [row.reason, entries && formatExportWarning(entries)].filter(Boolean).join(' ') || null,
    entries: entries ?? [],
    inStatement: entries ? sumReceived(entries, true) : null,
    receivedSince: entries ? sumReceived(entries, false) : null,
    file: getFileName(of, row.source),
    attachment: row.attachment || null,
  }
}

function formatExportWarning(entries: readonly PreviewEntry[]): string {
  const exportedAmounts = entries.flatMap(({ asked, amount }) => (asked ? [-amount] : []))
  return exportedAmounts.length === 0
    ? ''
    : `Payments of ${formatPesos(sumAmounts(exportedAmounts))} were exported and count as received since.`
}

function sumReceived(entries: readonly PreviewEntry[], isInStatement: boolean): number {
  const matchingEntries = entries.filter(
    ({ kind, inStatement }) => RECEIVED_KINDS.includes(kind) && inStatement === isInStatement,
  )
  return sumAmounts(matchingEntries.map(({ amount }) => -amount))
}

export function presentRefusedRow(of: StoredImport, row: StagedRow): Static<typeof RefusedRow> {
  return { urefno: row.urefno, row: row.line, file: getFileName(of, row.source), reason: row.reason ?? '' }
}

function getFileName(of: StoredImport, source: StagedRow['source']): string {
  if (source === 'list') return 'pdfFiles'
  const [name, kind] =
    source === 'soa' ? [of.soaFileName, 'SOA file'] : [of.webClientFileName, 'Web-client file']
  const haveSameName = of.soaFileName.toLowerCase() === of.webClientFileName.toLowerCase()
  return name === '' ? kind : haveSameName ? `${kind}: ${name}` : name
}
