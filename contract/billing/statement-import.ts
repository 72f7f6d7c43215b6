/**
 * States of an import. `prepared`: no tenant is changed yet. `saving` and `undoing`: resumed after a crash.
 */
export const IMPORT_STATES = ['prepared', 'saving', 'done', 'abandoned', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Verdicts on a row. `refused`: the row is invalid. `skipped`: the stored statement is newer. */
export const IMPORT_VERDICTS = ['new', 'changed', 'unchanged', 'refused', 'skipped'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/**
 * Filters of rows. `warned`: needs attention; `kept`: undone, but not completely restored; `entries`: has
 * payments or charges.
 */
export const IMPORT_FILTERS = [...IMPORT_VERDICTS, 'warned', 'kept', 'entries'] as const
export type ImportFilter = (typeof IMPORT_FILTERS)[number]

export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/**
 * Kinds of PDFs. `missing`: a row without its PDF; `extra`: a PDF without a row; `doubtful`: PDF of a row
 * whose new client code may belong to another tenant.
 */
export const PDF_KINDS = ['missing', 'older', 'doubtful', 'extra', 'uploaded'] as const

export const EXPORT_KINDS = ['batch', 'copy'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const IMPORT_ID_PATTERN = '^[A-Za-z0-9-]{1,64}$'

/** Columns of the SOA file (rules 7.4). */
export const REQUIRED_SOA_COLUMNS = ['urefno', 'invdate', 'attachment'] as const
export const SOA_COLUMNS = [...REQUIRED_SOA_COLUMNS, 'duedate'] as const

/**
 * Columns with data of a tenant. If a file lacks a column, this value of the tenants does not change (rules
 * 7.6).
 */
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

/** `uothdep` is the SOA amount. */
export const WEB_CLIENT_COLUMNS = ['urefno', ...TENANT_COLUMNS, 'uothdep'] as const
export const REQUIRED_WEB_CLIENT_COLUMNS = ['urefno', 'uoccname', 'uothdep'] as const

/** Whether rows of the file may have shifted: many amounts are far from the expected ones (rules 7.32). */
export const mayHaveShiftedRows = ({ rows, of }: { readonly rows: number; readonly of: number }): boolean =>
  rows >= 3 && rows * 3 >= of

export const IMPORT_LIMITS = {
  /** Maximum number of rows per file and per call. */
  rows: 100_000,
  /** If more rows are refused, the whole file is refused. */
  refused: 1000,
  pdfsPerCall: 100,
  /** Bytes of the body of `PUT /tenant-soa-info`. */
  body: 64 * 1024 * 1024,
} as const

export function normalizePdfName(name: string): string {
  const fileName = name.split(/[/\\]/).at(-1) ?? ''
  return fileName
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\.pdf$/, '')
    .trim()
}
