/** States of an import. A prepared one has changed no tenant; `saving` and `undoing` resume after a crash. */
export const IMPORT_STATES = ['prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Effect of a merged row on its tenant. `refused`: invalid. `skipped`: the stored statement is newer. */
export const IMPORT_VERDICTS = ['new', 'changed', 'unchanged', 'refused', 'skipped'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/**
 * Filters of an import's rows: the verdicts; `warned`: needs attention; `kept`: undone without restoring
 * everything; `entries`: prepared rows with payments or charges.
 */
export const IMPORT_FILTERS = [...IMPORT_VERDICTS, 'warned', 'kept', 'entries'] as const
export type ImportFilter = (typeof IMPORT_FILTERS)[number]

/** Whether a day is written before its month (`31/12/2026`) or after it (`12/31/2026`). */
export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Lists of PDF names: missing for a row, an older or a doubtful row, without a row (`extra`), uploaded. */
export const PDF_KINDS = ['missing', 'older', 'doubtful', 'extra', 'uploaded'] as const

/** Downloads of posted payments: closed batches, and copies, which do not close a batch. */
export const EXPORT_KINDS = ['batch', 'copy'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** Pattern of an import's id, which the browser creates. */
export const UNIQ_ID = '^[A-Za-z0-9-]{1,64}$'

/** Columns of the SOA file (rules 7.4). `SOA_REQUIRED` lists the mandatory ones. */
export const SOA_REQUIRED = ['urefno', 'invdate', 'attachment'] as const
export const SOA_COLUMNS = [...SOA_REQUIRED, 'duedate'] as const

/** Columns of the web-client file besides the amount. A missing column does not change the tenants (rules 7.6). */
export const TENANT_COLUMNS = [
  'uoccname',
  'uoccpers',
  'uocctel1',
  'uocctel2',
  'ubtname',
  'ubaddln1',
  'ubaddln2',
  'ubaddln3',
  'ubaddln4',
] as const
export type TenantColumn = (typeof TENANT_COLUMNS)[number]

/** Columns of the web-client file; `uothdep` is the SOA amount. `WEB_CLIENT_REQUIRED`: the mandatory ones. */
export const WEB_CLIENT_COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep'] as const
export const WEB_CLIENT_REQUIRED = ['urefno', 'uoccname', 'uothdep'] as const

/** Whether so many amounts are far from the expected ones that rows may have shifted (rules 7.32). */
export const mayHaveShiftedRows = ({ rows, of }: { readonly rows: number; readonly of: number }): boolean =>
  rows >= 3 && rows * 3 >= of

export const IMPORT_LIMITS = {
  /** Lines per file, and rows per call. */
  rows: 100_000,
  /** Number of refused rows after which the whole file is refused. */
  refused: 1000,
  /** PDFs per call. */
  pdfsPerCall: 100,
  /** Bytes of the body of `PUT /tenant-soa-info`. */
  body: 64 * 1024 * 1024,
} as const

/**
 * Normalizes the name of a PDF or attachment for comparison: base name in lower case, without outer spaces
 * and `.pdf`. Empty for an empty name.
 */
export function normalizePdfName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .trim()
}
